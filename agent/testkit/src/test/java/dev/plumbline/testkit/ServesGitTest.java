package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ServesGitTest {

  static List<GitServer.Access> accesses() {
    return List.of(
        GitServer.Access.FREE,
        GitServer.Access.password("alice", "s3cret"),
        GitServer.Access.bearer("t0ken"),
        GitServer.Access.password("alice", "s3cret").overTls());
  }

  @ParameterizedTest
  @MethodSource("accesses")
  void what_one_pushes_another_has(GitServer.Access access) {
    try (var server = GitServer.start(access);
        var alice = server.create("tenants")) {
      String pushed = alice.write("acme/web.yaml", "kind: ConfigMap\n").push("Add web");

      try (var bob = server.workspace("tenants")) {
        assertThat(bob.head()).isEqualTo(pushed);
        assertThat(bob.folder().resolve("acme/web.yaml")).hasContent("kind: ConfigMap\n");
      }
    }
  }

  @Test
  void refuses_connections_while_it_is_stopped() {
    try (var server = GitServer.start();
        var alice = server.create("tenants")) {
      alice.push("First");

      server.stop();
      assertThatThrownBy(() -> alice.git("fetch", "origin")).hasMessageContaining("git");
      server.restart();

      alice.git("fetch", "--quiet", "origin");
    }
  }

  @Test
  void reports_a_push_as_github_does() throws Exception {
    BlockingQueue<String> events = new LinkedBlockingQueue<>();
    var hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    hook.createContext(
        "/hooks",
        exchange -> {
          events.add(exchange.getRequestHeaders().getFirst("X-GitHub-Event"));
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    hook.start();
    try (var server = GitServer.start();
        var alice = server.create("tenants")) {
      server.report("http://127.0.0.1:%d/hooks".formatted(hook.getAddress().getPort()), "s3cret");

      alice.push("First");

      assertThat(events.poll(10, TimeUnit.SECONDS)).isEqualTo("push");
      assertThat(server.reported().text("status")).contains("202");
    } finally {
      hook.stop(0);
    }
  }
}
