package dev.plumbline.cli;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

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

  private static final String NOBODY =
      """
      apiVersion: v1
      kind: Config
      clusters: [{name: nobody, cluster: {server: "https://127.0.0.1:1"}}]
      users: [{name: nobody, user: {token: t}}]
      contexts: [{name: nobody, context: {cluster: nobody, user: nobody}}]
      current-context: nobody
      """;

  private Rehearsal() {}

  /**
   * @param arguments the directory to build
   */
  public static void main(String[] arguments) throws IOException {
    run(ExitCode.GOOD, "build", arguments[0]);
    try (var hub = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> serve(hub));
      String server = "http://127.0.0.1:" + hub.getLocalPort();
      run(ExitCode.GOOD, "get", "--server", server, "--token", "t", "-o", "wide");
    }
    agent();
    // The virtual threads of the client do not keep the process; its selector might.
    System.exit(ExitCode.GOOD);
  }

  // Its start, up to a hub that does not answer: a quarter of the time until its first request is
  // spent on classes.
  private static void agent() throws IOException {
    Path data = Files.createTempDirectory("plumb-rehearsal");
    Path kubeconfig = data.resolve("kubeconfig");
    try {
      Files.writeString(kubeconfig, NOBODY);
      run(
          ExitCode.COULD_NOT_FIND_OUT,
          "agent",
          "--kubeconfig",
          kubeconfig.toString(),
          "--data-dir",
          data.toString(),
          "--allow-untrusted",
          "--listen",
          "127.0.0.1:0",
          "--health",
          "127.0.0.1:0");
    } finally {
      try (Stream<Path> files = Files.walk(data)) {
        files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
    }
  }

  private static void run(int expected, String... words) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Plumb.run(new PrintWriter(out), new PrintWriter(err, true), words);
    if (code != expected) {
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
