package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Map;
import java.util.Optional;

/** The API server of the cluster we run in, as the kubelet describes it to every Pod. */
final class InCluster {
  private InCluster() {}

  static Endpoint endpoint(Map<String, String> environment, Path mounted, Clock clock)
      throws IOException {
    String host = environment.getOrDefault("KUBERNETES_SERVICE_HOST", "");
    String port = environment.getOrDefault("KUBERNETES_SERVICE_PORT", "");
    if (host.isEmpty() || port.isEmpty()) {
      throw new IOException(
          "not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set");
    }
    var server =
        URI.create("https://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port);
    try {
      var tls =
          Tls.context(Optional.of(Files.readString(mounted.resolve("ca.crt"))), Optional.empty());
      var token = new Credentials.TokenFile(mounted.resolve("token"), clock);
      return new Endpoint(server, Optional.empty(), tls, token);
    } catch (GeneralSecurityException e) {
      throw new IOException(
          "%s is no certificate: %s".formatted(mounted.resolve("ca.crt"), e.getMessage()), e);
    }
  }
}
