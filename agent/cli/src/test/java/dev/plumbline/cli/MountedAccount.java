package dev.plumbline.cli;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;

/**
 * The account of the installed agent, by the token and the authority that its Pod finds mounted.
 */
final class MountedAccount {
  static final String HUB = "plumbline-system";
  static final String NAME = "system:serviceaccount:plumbline-system:plumbline";

  private MountedAccount() {}

  /** Installs a folder of {@code manifests/} as our own engine builds it; what it built. */
  static String install(ControlPlane plane, String folder) {
    String built = Ran.plumb("build", Path.of("../../manifests", folder).toAbsolutePath()).out();
    plane.kubectlWith(built, "apply", "--server-side", "--force-conflicts", "-f", "-");
    return built;
  }

  static Connection connect(ControlPlane plane, Connections connections, Path mounted)
      throws IOException {
    var config = (MapNode) Manifests.read(plane.kubeconfig(), "kubeconfig").getFirst();
    var cluster = ((MapNode) config.list("clusters").getFirst()).map("cluster").orElseThrow();
    var authority = cluster.text("certificate-authority-data").orElseThrow();
    Files.write(mounted.resolve("ca.crt"), Base64.getDecoder().decode(authority));
    var path = "/api/v1/namespaces/%s/serviceaccounts/plumbline/token".formatted(HUB);
    var token = plane.api().created(path, "{}").text("status", "token").orElseThrow();
    Files.writeString(mounted.resolve("token"), token);
    return connections.openInCluster(
        Map.of(
            "KUBERNETES_SERVICE_HOST",
            "127.0.0.1",
            "KUBERNETES_SERVICE_PORT",
            "" + URI.create(plane.server()).getPort()),
        mounted);
  }
}
