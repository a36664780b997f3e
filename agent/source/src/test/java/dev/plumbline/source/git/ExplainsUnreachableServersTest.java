package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ExplainsUnreachableServersTest extends GitTest {

  @ParameterizedTest
  @CsvSource({
    "401, AUTHENTICATION_REFUSED",
    "403, AUTHENTICATION_REFUSED",
    "404, NOT_FOUND",
    "410, NOT_FOUND",
    "429, SERVER_ERROR",
    "500, SERVER_ERROR",
    "503, SERVER_ERROR",
  })
  void tells_by_the_status_what_is_wrong(int status, Reason reason) throws Exception {
    server.stepIn(request -> answered(request, status, ""));

    var refused = refused(source("main"), reason);

    assertThat(refused.sentence()).startsWith(source().url() + ": HTTP " + status);
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void a_repository_that_is_not_there_is_not_found() throws Exception {
    refused(source(server.url("nope.git"), "main"), Reason.NOT_FOUND);
  }

  @Test
  void a_web_page_is_no_repository() throws Exception {
    server.stepIn(
        request -> {
          request.getResponseHeaders().add("Content-Type", "text/html");
          return answered(request, 200, "<html>please log in</html>");
        });

    assertThat(refused(source("main"), Reason.NOT_A_REPOSITORY).sentence())
        .endsWith("answered with content type text/html, not as a Git server does");
    assertThat(server.requests()).hasSize(1);
  }

  @Test
  void what_is_not_the_protocol_is_no_repository() throws Exception {
    server.stepIn(
        request -> {
          request
              .getResponseHeaders()
              .add("Content-Type", "application/x-git-upload-pack-advertisement");
          return answered(request, 200, "hello\u001b[31m, this is some other server");
        });

    assertThat(refused(source("main"), Reason.NOT_A_REPOSITORY).sentence())
        .doesNotContain("\u001b");
  }

  @Test
  void nobody_listening_is_a_failed_connection() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    refused(
        source(GitUrl.parse("http://127.0.0.1:%d/fleet.git".formatted(port)), "main"),
        Reason.CONNECTION_FAILED);
  }

  @Test
  void an_unknown_host_is_named() throws Exception {
    var refused =
        refused(source(GitUrl.parse("https://git.invalid/fleet.git"), "main"), Reason.HOST_UNKNOWN);

    assertThat(refused.sentence())
        .isEqualTo("https://git.invalid/fleet.git: the host name is unknown");
  }

  @Test
  void a_silent_server_is_left_after_the_idle_time() throws Exception {
    var released = new CountDownLatch(1);
    server.stepIn(
        request -> {
          awaitUninterruptibly(released);
          return answered(request, 500, "");
        });
    restart(Limits.time(Duration.ofSeconds(30), Duration.ofMillis(300)));

    refused(source("main"), Reason.TIMED_OUT);

    released.countDown();
  }

  @Test
  @Tag("SEC-GIT-08")
  void a_server_that_drips_is_left_after_the_fetch_time() throws Exception {
    server.stepIn(
        request -> {
          request
              .getResponseHeaders()
              .add("Content-Type", "application/x-git-upload-pack-advertisement");
          request.sendResponseHeaders(200, 0);
          var pause = new CountDownLatch(1);
          for (byte b : "001e# service=git-upload-pack\n0000".getBytes(StandardCharsets.US_ASCII)) {
            request.getResponseBody().write(b);
            request.getResponseBody().flush();
            awaitUninterruptibly(pause, 50);
          }
          return true;
        });
    restart(Limits.time(Duration.ofMillis(700), Duration.ofSeconds(30)));

    refused(source("main"), Reason.TIMED_OUT);
  }

  @Test
  void an_interrupted_fetch_ends_at_once() throws Exception {
    var reached = new CountDownLatch(1);
    var released = new CountDownLatch(1);
    server.stepIn(
        request -> {
          reached.countDown();
          awaitUninterruptibly(released);
          return answered(request, 500, "");
        });
    var seen = new CopyOnWriteArrayList<Throwable>();
    Thread fetching =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    repositories.fetch(source("main"));
                  } catch (IOException | InterruptedException e) {
                    seen.add(e);
                  }
                });
    reached.await();

    fetching.interrupt();
    fetching.join(Duration.ofSeconds(10));

    assertThat(seen).singleElement().isInstanceOf(InterruptedException.class);
    released.countDown();
  }

  @Test
  void plain_http_needs_allow_insecure_and_loopback() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    var secure =
        new GitSource(FLEET, source().url(), GitAccess.anonymous(false), Set.of(branch("main")));

    refused(secure, Reason.INSECURE_URL);
    refused(source(GitUrl.parse("http://192.0.2.1/fleet.git"), "main"), Reason.INSECURE_URL);
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @Tag("SEC-NET-01")
  @CsvSource({
    "127.0.0.1, this very machine",
    "localhost, this very machine",
    "[::ffff:127.0.0.1], this very machine",
    "0.0.0.0, an unspecified address",
    "169.254.169.254, a link-local address",
    "[fe80::1], a link-local address",
    "100.100.100.200, a metadata service",
    "192.0.0.192, a metadata service",
    "[fd00:ec2::254], a metadata service",
    "[::ffff:169.254.169.254], a link-local address",
    "[64:ff9b::a9fe:a9fe], a link-local address",
    "[64:ff9b::c000:c0], a metadata service",
    "[64:ff9b::7f00:1], this very machine",
    "[2002:a9fe:a9fe::1], a link-local address",
    "[2002:6464:64c8::], a metadata service",
    "[::a9fe:a9fe], a link-local address",
    "[::127.0.0.1], this very machine",
    "224.0.0.1, a multicast address",
  })
  void no_repository_lives_at_such_an_address(String host, String what) throws Exception {
    var url = GitUrl.parse("https://%s:%d/fleet.git".formatted(host, server.port()));

    var refused =
        refused(
            new GitSource(FLEET, url, GitAccess.anonymous(false), Set.of(branch("main"))),
            Reason.FORBIDDEN_ADDRESS);

    assertThat(refused.sentence()).contains(what);
    assertThat(server.requests()).isEmpty();
  }

  @Test
  @Tag("SEC-GIT-06")
  void credentials_go_to_the_origin_with_every_request_and_nowhere_else() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    List<String> sent = new CopyOnWriteArrayList<>();
    server.stepIn(
        request -> {
          sent.add(String.valueOf(request.getRequestHeaders().getFirst("Authorization")));
          return false;
        });

    repositories.fetch(as(new GitCredentials.Basic("alice", Secret.of("pässword"))));
    repositories.fetch(as(new GitCredentials.Bearer(Secret.of("t0ken"))));

    assertThat(sent)
        .hasSizeGreaterThanOrEqualTo(4)
        .containsOnly("Basic YWxpY2U6cMOkc3N3b3Jk", "Bearer t0ken");
  }

  @Test
  @Tag("SEC-GIT-06")
  void a_redirect_to_another_host_gets_nothing() throws Exception {
    try (var other = GitServer.over(temporary.resolve("served"))) {
      fleet.file("a.yaml", "a: 1\n").commit("main");
      server.stepIn(
          request -> redirected(request, other.url("s3cr3t.git") + "/info/refs?service=x"));

      var refused = refused(as(new GitCredentials.Bearer(Secret.of("t0ken"))), Reason.REDIRECTED);

      assertThat(refused.sentence())
          .contains("redirects to http://127.0.0.1")
          .doesNotContain("s3cr3t")
          .doesNotContain("t0ken");
      assertThat(other.requests()).isEmpty();
    }
  }

  @Test
  @Tag("SEC-GIT-06")
  void a_redirect_inside_the_origin_is_followed_and_one_in_circles_is_not() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    server.stepIn(
        request ->
            request.getRequestURI().getPath().startsWith("/old/")
                && redirected(request, "/fleet.git/info/refs?service=git-upload-pack"));

    assertThat(repositories.fetch(source(server.url("old/fleet"), "main")))
        .isInstanceOf(FetchOutcome.Fetched.class);

    server.stepIn(request -> redirected(request, request.getRequestURI().toString()));
    var outcome = repositories.fetch(source("main"));
    assertThat(outcome).isInstanceOf(FetchOutcome.Unreachable.class);
    assertThat(server.requests().size()).isLessThan(20);
  }

  @Test
  @Tag("SEC-NET-06")
  void a_compressed_answer_nobody_asked_for_is_refused() throws Exception {
    server.stepIn(
        request -> {
          assertThat(request.getRequestHeaders().containsKey("Accept-Encoding")).isFalse();
          request
              .getResponseHeaders()
              .add("Content-Type", "application/x-git-upload-pack-advertisement");
          request.getResponseHeaders().add("Content-Encoding", "gzip");
          return answered(request, 200, "");
        });

    refused(source("main"), Reason.NOT_A_REPOSITORY);
  }

  @Test
  @Tag("SEC-NET-06")
  void a_list_of_refs_without_end_is_cut_off() throws Exception {
    server.stepIn(
        request -> {
          request
              .getResponseHeaders()
              .add("Content-Type", "application/x-git-upload-pack-advertisement");
          request.sendResponseHeaders(200, 0);
          var out = request.getResponseBody();
          out.write("001e# service=git-upload-pack\n0000".getBytes(StandardCharsets.US_ASCII));
          for (int i = 0; i < 1_000_000; i++) {
            String line = "%040x refs/heads/b%d\n".formatted(i + 1, i);
            out.write(
                "%04x%s".formatted(line.length() + 4, line).getBytes(StandardCharsets.US_ASCII));
          }
          return true;
        });

    refused(source("main"), Reason.OVER_LIMIT);
  }

  @Test
  void what_was_fetched_before_stays_readable() throws Exception {
    String commit = fleet.file("a.yaml", "a: 1\n").commit("main");
    fetch("main");
    server.stepIn(request -> answered(request, 503, ""));

    refused(source("main"), Reason.SERVER_ERROR);

    assertThat(repositories.artifact(main(commit)).tree().lookup("a.yaml"))
        .isInstanceOf(FileTree.File.class);
  }

  private GitSource as(GitCredentials credentials) {
    return new GitSource(FLEET, source().url(), access(credentials), Set.of(branch("main")));
  }

  private static boolean redirected(HttpExchange request, String target) throws IOException {
    request.getResponseHeaders().add("Location", target);
    return answered(request, 302, "");
  }

  private static boolean answered(HttpExchange request, int status, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    request.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      request.getResponseBody().write(bytes);
    }
    return true;
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    awaitUninterruptibly(latch, 10_000);
  }

  private static void awaitUninterruptibly(CountDownLatch latch, long millis) {
    try {
      latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
