package dev.plumbline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TakesWebhooksAsHintsTest extends RunningServer {
  private static final String PATH = "/hooks/plumbline-system/fleet";
  private static final byte[] BODY = "{\"ref\":\"refs/heads/main\"}".getBytes(UTF_8);

  @Test
  void a_signed_push_makes_the_agent_look() throws Exception {
    var answer = send(delivery(PATH, BODY, signature("s3cr3t", BODY)));

    assertThat(answer.statusCode()).isEqualTo(202);
    assertThat(looked).containsExactly(FLEET);
  }

  @Test
  void a_form_does_as_well_as_json() throws Exception {
    byte[] form = "payload=%7B%7D".getBytes(UTF_8);
    var request =
        delivery(PATH, form, signature("s3cr3t", form))
            .setHeader("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");

    assertThat(send(request).statusCode()).isEqualTo(202);
    assertThat(looked).containsExactly(FLEET);
  }

  @Test
  @Tag("SEC-NET-02")
  void what_a_signed_body_says_is_of_no_interest() throws Exception {
    for (String body : new String[] {"", "{", "\0\u00ff", "[".repeat(100_000), "{\"ref\":1e999}"}) {
      byte[] bytes = body.getBytes(UTF_8);
      assertThat(send(delivery(PATH, bytes, signature("s3cr3t", bytes))).statusCode())
          .isEqualTo(202);
    }
    assertThat(looked).hasSize(5).containsOnly(FLEET);
  }

  @Test
  void a_ping_is_answered_and_other_events_are_not_followed() throws Exception {
    var delivery = delivery(PATH, BODY, signature("s3cr3t", BODY));

    assertThat(send(delivery.setHeader("X-GitHub-Event", "ping")).statusCode()).isEqualTo(200);
    assertThat(send(delivery.setHeader("X-GitHub-Event", "issues")).body())
        .isEqualTo("only pushes are of interest\n");
    assertThat(looked).isEmpty();
  }

  @ParameterizedTest
  @Tag("SEC-NET-02")
  @ValueSource(
      strings = {
        "",
        "sha256=",
        "sha256=zz",
        "sha1=0000000000000000000000000000000000000000",
        "sha256=0000000000000000000000000000000000000000000000000000000000000000",
        "sha256=00000000000000000000000000000000000000000000000000000000000000000",
      })
  void a_wrong_signature_does_nothing(String signature) throws Exception {
    var answer = send(delivery(PATH, BODY, signature));

    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(looked).isEmpty();
  }

  @Test
  @Tag("SEC-NET-02")
  void a_signature_covers_every_byte_and_is_made_with_the_right_secret() throws Exception {
    String good = signature("s3cr3t", BODY);
    byte[] changed = BODY.clone();
    changed[5] ^= 1;

    assertThat(send(delivery(PATH, changed, good)).statusCode()).isEqualTo(401);
    assertThat(send(delivery(PATH, BODY, signature("other", BODY))).statusCode()).isEqualTo(401);
    assertThat(
            send(delivery(PATH, BODY, good.toUpperCase(Locale.ROOT).replace("SHA", "sha")))
                .statusCode())
        .isEqualTo(202);
  }

  @ParameterizedTest
  @Tag("SEC-LEAK-08")
  @ValueSource(
      strings = {
        "/hooks/plumbline-system/nope",
        "/hooks/nope/fleet",
        "/hooks/plumbline-system",
        "/hooks/plumbline-system/fleet/x",
        "/hooks/plumbline-system/fleet%00",
        "/hooks/..%2f..%2fetc/passwd",
        "/hooks/",
        "/hooks/A/B",
      })
  void an_unknown_repository_looks_like_a_wrong_signature(String path) throws Exception {
    var unknown = send(delivery(path, BODY, signature("s3cr3t", BODY)));
    var wrong = send(delivery(PATH, BODY, signature("other", BODY)));

    assertThat(unknown.statusCode()).isEqualTo(wrong.statusCode());
    assertThat(unknown.body()).isEqualTo(wrong.body());
    assertThat(looked).isEmpty();
  }

  @Test
  @Tag("SEC-NET-02")
  void a_repository_with_an_empty_secret_takes_nothing() throws Exception {
    takes(HookType.GIT_HUB, "");

    assertThat(send(delivery(PATH, BODY, "sha256=" + "0".repeat(64))).statusCode()).isEqualTo(401);
  }

  @Test
  @Tag("SEC-NET-03")
  void a_megabyte_is_read_and_not_a_byte_more() throws Exception {
    var fits = new byte[1 << 20];
    var tooLong = new byte[(1 << 20) + 1];

    assertThat(send(delivery(PATH, fits, signature("s3cr3t", fits))).statusCode()).isEqualTo(202);
    assertThat(send(delivery(PATH, tooLong, signature("s3cr3t", tooLong))).statusCode())
        .isEqualTo(413);
    assertThat(looked).hasSize(1);
  }

  @Test
  @Tag("SEC-NET-03")
  void a_body_without_end_is_not_read_to_its_end() throws Exception {
    try (Socket socket = connect()) {
      var out = socket.getOutputStream();
      out.write(head(PATH, "Transfer-Encoding: chunked"));
      var chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(UTF_8);
      for (int i = 0; i < 17; i++) {
        out.write(chunk);
      }
      out.flush();

      assertThat(firstLine(socket.getInputStream()))
          .isEqualTo("HTTP/1.1 413 Request Entity Too Large");
    }
    assertThat(looked).isEmpty();
  }

  @Test
  @Tag("SEC-NET-03")
  void a_body_that_never_comes_is_not_waited_for() throws Exception {
    try (Socket socket = connect()) {
      socket.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
      socket.getOutputStream().write(head(PATH, "Content-Length: 1000"));
      socket.getOutputStream().write("{".getBytes(UTF_8));
      socket.getOutputStream().flush();

      assertThat(socket.getInputStream().readAllBytes()).isEmpty();
    }
    assertThat(looked).isEmpty();
  }

  @Test
  void only_post_of_a_known_type() throws Exception {
    var get = send(at(PATH).GET());
    var xml =
        send(delivery(PATH, BODY, signature("s3cr3t", BODY)).setHeader("Content-Type", "text/xml"));
    var none = send(at(PATH).POST(BodyPublishers.noBody()));

    assertThat(get.statusCode()).isEqualTo(405);
    assertThat(get.headers().firstValue("Allow")).hasValue("POST");
    assertThat(xml.statusCode()).isEqualTo(415);
    assertThat(none.statusCode()).isEqualTo(415);
    assertThat(looked).isEmpty();
  }

  @Test
  void deliveries_are_counted_by_outcome() throws Exception {
    send(delivery(PATH, BODY, signature("s3cr3t", BODY)));
    send(delivery(PATH, BODY, "sha256=00"));

    assertThat(metrics.scrape())
        .contains("plumbline_webhooks_total{code=\"202\"} 1.0")
        .contains("plumbline_webhooks_total{code=\"401\"} 1.0");
  }

  private static byte[] head(String path, String header) {
    return """
        POST %s HTTP/1.1\r
        Host: localhost\r
        Content-Type: application/json\r
        X-Hub-Signature-256: sha256=%s\r
        %s\r
        \r
        """
        .formatted(path, "0".repeat(64), header)
        .getBytes(UTF_8);
  }

  private static String firstLine(InputStream in) throws Exception {
    var line = new StringBuilder();
    for (int c = in.read(); c >= 0 && c != '\r'; c = in.read()) {
      line.append((char) c);
    }
    return line.toString();
  }
}
