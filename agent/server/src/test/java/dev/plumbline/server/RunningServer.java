package dev.plumbline.server;

import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A running server, and a client that talks to it. */
abstract class RunningServer {
  static final Name FLEET = new Name("plumbline-system", "fleet");

  static {
    // Before the JDK's server reads it: a test does not wait fifteen seconds.
    System.setProperty("sun.net.httpserver.maxReqTime", "2");
  }

  final Map<Name, HookKey> secrets = new ConcurrentHashMap<>();
  final List<Name> looked = new CopyOnWriteArrayList<>();
  final PrometheusMetrics metrics = new PrometheusMetrics();
  volatile Optional<String> missing = Optional.empty();

  private final HttpClient client = HttpClient.newHttpClient();
  private AgentServer server;

  @BeforeEach
  void start() throws IOException {
    takes(HookType.GIT_HUB, "s3cr3t");
    server =
        AgentServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new HealthPages(() -> missing, metrics),
            new Webhooks(name -> Optional.ofNullable(secrets.get(name)), looked::add, metrics));
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
    metrics.close();
  }

  /** From now on the Repository takes such calls. */
  void takes(HookType type, String secret) {
    secrets.put(FLEET, new HookKey(type, Secret.of(secret.getBytes(StandardCharsets.UTF_8))));
  }

  HttpRequest.Builder at(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:%d%s".formatted(server.address().getPort(), path)));
  }

  HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  HttpRequest.Builder delivery(String path, byte[] body, String signature) {
    return at(path)
        .POST(BodyPublishers.ofByteArray(body))
        .header("Content-Type", "application/json")
        .header("X-GitHub-Event", "push")
        .header("X-Hub-Signature-256", signature);
  }

  Socket connect() throws IOException {
    return new Socket(server.address().getAddress(), server.address().getPort());
  }

  static String signature(String secret, byte[] body) {
    return "sha256=" + hmac("HmacSHA256", secret, body);
  }

  static String hmac(String algorithm, String secret, byte[] body) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), algorithm));
      return HexFormat.of().formatHex(mac.doFinal(body));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
