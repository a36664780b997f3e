package dev.plumbline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TellsItsHealthTest extends RunningServer {

  @Test
  void is_healthy_as_long_as_it_answers() throws Exception {
    missing = Optional.of("the hub does not answer");

    var answer = send(at("/healthz"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body()).isEqualTo("ok\n");
  }

  @Test
  void is_ready_when_nothing_is_missing_and_says_what_is() throws Exception {
    assertThat(send(at("/readyz")).statusCode()).isEqualTo(200);
    missing = Optional.of("the watch of Syncs is not complete yet");

    var answer = send(at("/readyz"));

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.body()).isEqualTo("not ready: the watch of Syncs is not complete yet\n");
  }

  @Test
  void shows_metrics_as_prometheus_reads_them() throws Exception {
    metrics.count("plumbline_runs_total", 2, "outcome", "applied");
    metrics.count("plumbline_runs_total", "outcome", "applied");
    metrics.time("plumbline_run", Duration.ofMillis(200), "stage", "render");
    metrics.gauge("plumbline_syncs", 7, "phase", "Ready");
    metrics.gauge("plumbline_syncs", 5, "phase", "Ready");

    var answer = send(at("/metrics"));

    assertThat(answer.headers().firstValue("Content-Type"))
        .hasValue("text/plain; version=0.0.4; charset=utf-8");
    assertThat(answer.body())
        .contains("# TYPE plumbline_runs_total counter")
        .contains("plumbline_runs_total{outcome=\"applied\"} 3.0")
        .contains("plumbline_run_seconds_bucket{stage=\"render\",le=\"0.25\"} 1")
        .contains("plumbline_run_seconds_sum{stage=\"render\"} 0.2")
        .contains("plumbline_syncs{phase=\"Ready\"} 5.0")
        .contains("jvm_memory_used_bytes")
        .contains("process_files_open_files");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/healthz", "/readyz", "/metrics"})
  void head_has_the_same_head_and_others_are_not_allowed(String path) throws Exception {
    var head = send(at(path).HEAD());
    var post = send(at(path).POST(BodyPublishers.ofString("x")));

    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(Long.parseLong(head.headers().firstValue("Content-Length").orElseThrow()))
        .isPositive();
    assertThat(post.statusCode()).isEqualTo(405);
    assertThat(post.headers().firstValue("Allow")).hasValue("GET, HEAD");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/healthz/", "/healthzz", "/%68ealthz", "/metrics/x", "/hooks"})
  @Tag("SEC-LEAK-09")
  void there_is_nothing_elsewhere(String path) throws Exception {
    assertThat(send(at(path)).statusCode()).isEqualTo(404);
  }

  @Test
  @Tag("SEC-NET-03")
  void a_request_that_never_ends_is_not_waited_for() throws Exception {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
      socket.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: ".getBytes(UTF_8));
      socket.getOutputStream().flush();

      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
  }

  @Test
  @Tag("SEC-NET-03")
  void headers_are_bounded() throws Exception {
    try (Socket socket = connect()) {
      var out = socket.getOutputStream();
      out.write("GET /healthz HTTP/1.1\r\nHost: x\r\n".getBytes(UTF_8));
      out.write(("X-Long: " + "x".repeat(40_000) + "\r\n\r\n").getBytes(UTF_8));
      out.flush();

      assertThat(new String(socket.getInputStream().readAllBytes(), UTF_8)).doesNotContain("200");
    } catch (SocketException closed) {
      assertThat(closed).isNotNull(); // cut off in the middle is as good
    }
  }

  @Test
  void a_label_without_end_ends() {
    for (int i = 0; i < 10_000; i++) {
      metrics.count("plumbline_mistake_total", "name", "n" + i);
      metrics.gauge("plumbline_slip", i, "name", "n" + i);
    }

    assertThat(
            metrics
                .scrape()
                .lines()
                .filter(l -> l.startsWith("plumbline_mistake") || l.startsWith("plumbline_slip"))
                .count())
        .isLessThan(5_001);
  }
}
