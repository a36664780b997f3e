package dev.plumbline.testkit;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An API server as anybody sees it who is not Plumbline: plain requests of an administrator. */
public final class ApiServer {
  private static final Set<String> OF_THE_CONNECTION =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "http2-settings",
          "transfer-encoding",
          "upgrade");

  private final URI server;
  private final String token;
  private final HttpClient client;

  ApiServer(MapNode kubeconfig) {
    var cluster = ((MapNode) kubeconfig.list("clusters").getFirst()).map("cluster").orElseThrow();
    var user = ((MapNode) kubeconfig.list("users").getFirst()).map("user").orElseThrow();
    this.server = URI.create(cluster.text("server").orElseThrow());
    this.token = user.text("token").orElseThrow();
    this.client =
        HttpClient.newBuilder()
            .sslContext(trusting(cluster.text("certificate-authority-data").orElseThrow()))
            .build();
  }

  /** An answer, whatever it is. */
  public record Reply(int code, String body) {
    public boolean good() {
      return code / 100 == 2;
    }

    public MapNode json() {
      return (MapNode) Json.read(body);
    }
  }

  public Reply get(String path) {
    return request("GET", path, "", "");
  }

  /**
   * Something of an object, as {@code kubectl get -o jsonpath} prints it; empty where nothing is.
   */
  public String text(String path, String jsonPath) {
    var reply = get(path);
    return reply.good() ? JsonPath.of(reply.json(), jsonPath) : "";
  }

  public Reply post(String path, String json) {
    return request("POST", path, json, "application/json");
  }

  public Reply put(String path, String json) {
    return request("PUT", path, json, "application/json");
  }

  public Reply delete(String path) {
    return request("DELETE", path, "", "");
  }

  public Reply mergePatch(String path, String json) {
    return request("PATCH", path, json, "application/merge-patch+json");
  }

  /** Server-side apply with force, under a manager's name. */
  public Reply apply(String path, String manager, String json) {
    String query = "?force=true&fieldManager=" + manager;
    return request("PATCH", path + query, json, "application/apply-patch+yaml");
  }

  public Reply request(String method, String path, String body, String type) {
    var request =
        HttpRequest.newBuilder(URI.create(server + path))
            .header("Authorization", "Bearer " + token)
            .header("User-Agent", "testkit")
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!type.isEmpty()) {
      request.header("Content-Type", type);
    }
    try {
      var response = client.send(request.build(), BodyHandlers.ofString());
      return new Reply(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + server, e);
    }
  }

  /** Passes somebody's request on as it is; the answer is to be closed. */
  Passed forward(String method, String uri, Map<String, List<String>> headers, byte[] body)
      throws IOException {
    var request = HttpRequest.newBuilder(URI.create(server + uri));
    headers.forEach(
        (name, values) -> {
          if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
            values.forEach(value -> request.header(name, value));
          }
        });
    request.method(
        method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
    try {
      var response = client.send(request.build(), BodyHandlers.ofInputStream());
      var passed = new HashMap<>(response.headers().map());
      passed.keySet().removeIf(name -> name.startsWith(":") || OF_THE_CONNECTION.contains(name));
      return new Passed(response.statusCode(), passed, response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  record Passed(int code, Map<String, List<String>> headers, InputStream body)
      implements AutoCloseable {
    Passed {
      headers = Map.copyOf(headers);
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /** As {@link #post}, for what a test needs to stand there. */
  public MapNode created(String path, String json) {
    var reply = post(path, json);
    if (!reply.good()) {
      throw new IllegalStateException("POST %s: %s".formatted(path, reply.body()));
    }
    return reply.json();
  }

  private static SSLContext trusting(String base64) {
    try {
      var pem = new ByteArrayInputStream(Base64.getDecoder().decode(base64));
      var store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
      var trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("the testbed's authority cannot be used", e);
    }
  }
}
