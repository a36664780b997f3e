package dev.plumbline.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * What people type most, once each, for the JVM to learn while its cache is made: {@code .ci/aot}.
 * The hub is a few lines on loopback that answer with one Sync.
 */
final class Rehearsal {
  private static final String SYNCS =
      """
      {"apiVersion": "plumbline.dev/v1alpha1", "kind": "SyncList", "metadata": {}, "items": [
       {"apiVersion": "plumbline.dev/v1alpha1", "kind": "Sync",
        "metadata": {"name": "web", "creationTimestamp": "2026-01-01T00:00:00Z"},
        "status": {"phase": "Blocked", "blocked": [{"object": "v1/ConfigMap a/b"}]}}]}
      """;

  private Rehearsal() {}

  /**
   * @param arguments the directory to build
   */
  public static void main(String[] arguments) throws IOException {
    run("build", arguments[0]);
    try (var hub = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(hub));
      String server = "http://127.0.0.1:" + hub.getLocalPort();
      run("get", "--server", server, "--token", "t", "-o", "wide");
    }
    // The virtual threads of the client do not keep the process; its selector might.
    System.exit(ExitCode.GOOD);
  }

  private static void run(String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Plumb.run(new PrintWriter(out), new PrintWriter(err, true), words);
    if (code != ExitCode.GOOD) {
      throw new IllegalStateException(
          "plumb %s ended with %d: %s".formatted(String.join(" ", words), code, err));
    }
  }

  private static void serve(ServerSocket hub) {
    try (Socket client = hub.accept();
        var in =
            new BufferedReader(
                new InputStreamReader(client.getInputStream(), StandardCharsets.US_ASCII))) {
      String line = in.readLine();
      while (line != null && !line.isEmpty()) {
        line = in.readLine();
      }
      byte[] body = SYNCS.getBytes(StandardCharsets.US_ASCII);
      String head =
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
              .formatted(body.length);
      client.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      client.getOutputStream().write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
