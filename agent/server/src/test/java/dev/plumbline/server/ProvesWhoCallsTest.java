package dev.plumbline.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Headers as the hosts' own documentation and deliveries have them. */
final class ProvesWhoCallsTest extends RunningServer {
  private static final byte[] BODY = "{\"ref\":\"refs/tags/v1.0.0\"}".getBytes(UTF_8);
  private static final String SHA256 = hmac("HmacSHA256", "s3cr3t", BODY);
  private static final String SHA512 = hmac("HmacSHA512", "s3cr3t", BODY);

  @ParameterizedTest
  @CsvSource({
    "GITEA, X-Gitea-Signature, '', X-Gitea-Event, push",
    "BITBUCKET, X-Hub-Signature, sha256=, X-Event-Key, repo:push",
    "BITBUCKET, X-Hub-Signature, sha256=, X-Event-Key, repo:refs_changed",
    "GIT_HUB, X-Hub-Signature-256, sha256=, X-GitHub-Event, push",
    "HMAC, X-Signature, sha256=, X-Whatever, push",
  })
  void a_signed_push_of_each_host_is_taken(
      HookType type, String header, String prefix, String eventHeader, String event)
      throws Exception {
    takes(type, "s3cr3t");

    assertThat(status(call().header(header, prefix + SHA256).header(eventHeader, event)))
        .isEqualTo(202);
    assertThat(looked).containsExactly(FLEET);
    assertThat(status(call().header(header, prefix + hmac("HmacSHA256", "other", BODY))))
        .isEqualTo(401);
    assertThat(status(call().header(header, prefix + SHA512))).isEqualTo(401);
    assertThat(looked).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"Push Hook, 1", "Tag Push Hook, 1", "Issue Hook, 0", "System Hook, 0"})
  void gitlab_sends_its_token_along(String event, int looks) throws Exception {
    takes(HookType.GIT_LAB, "t0k3n");

    var call = call().header("X-Gitlab-Event", event).header("X-Gitlab-Token", "t0k3n");

    assertThat(status(call)).isEqualTo(looks == 1 ? 202 : 200);
    assertThat(looked).hasSize(looks);
  }

  @ParameterizedTest
  @Tag("SEC-NET-02")
  @CsvSource(
      value = {"''", "s3cr3", "s3cr3tt", "S3CR3T", "sha256=", "null"},
      nullValues = "null")
  void another_token_does_nothing(String token) throws Exception {
    takes(HookType.GIT_LAB, "s3cr3t");
    var call = call().header("X-Gitlab-Event", "Push Hook");

    assertThat(status(token == null ? call : call.header("X-Gitlab-Token", token))).isEqualTo(401);
    assertThat(looked).isEmpty();
  }

  @Test
  void a_generic_signature_may_be_of_sha512_too() throws Exception {
    takes(HookType.HMAC, "s3cr3t");

    assertThat(status(call().header("X-Signature", "sha512=" + SHA512))).isEqualTo(202);
    assertThat(status(call().header("X-Signature", "sha512=" + SHA256))).isEqualTo(401);
    assertThat(status(call().header("X-Signature", "sha256=" + SHA512))).isEqualTo(401);
    assertThat(status(call().header("X-Signature", "sha1=" + "0".repeat(40)))).isEqualTo(401);
    assertThat(status(call().header("X-Signature", SHA256))).isEqualTo(401);
    assertThat(looked).hasSize(1);
  }

  @ParameterizedTest
  @Tag("SEC-NET-02")
  @EnumSource(HookType.class)
  void the_proof_of_another_host_is_none_and_an_empty_secret_proves_nothing(HookType type)
      throws Exception {
    takes(type, "s3cr3t");
    for (HookType other : HookType.values()) {
      if (other != type) {
        var call = call();
        call.header(other.proofHeader(), other == HookType.GIT_LAB ? "s3cr3t" : "sha256=" + SHA256);
        assertThat(status(call)).as("%s as %s", other, type).isEqualTo(401);
      }
    }
    takes(type, "");

    assertThat(status(call().header(type.proofHeader(), ""))).isEqualTo(401);
    assertThat(status(call())).isEqualTo(401);
    assertThat(looked).isEmpty();
  }

  @ParameterizedTest
  @Tag("SEC-LEAK-08")
  @EnumSource(HookType.class)
  void a_wrong_proof_says_nothing_of_what_was_expected(HookType type) throws Exception {
    takes(type, "s3cr3t");
    var wrong = send(call().header(type.proofHeader(), "sha256=" + "0".repeat(64)));

    secrets.clear();
    var unknown = send(call().header(type.proofHeader(), "sha256=" + "0".repeat(64)));

    assertThat(wrong.statusCode()).isEqualTo(unknown.statusCode()).isEqualTo(401);
    assertThat(wrong.body()).isEqualTo(unknown.body());
    assertThat(wrong.headers().map().keySet()).isEqualTo(unknown.headers().map().keySet());
  }

  @Test
  @Tag("SEC-NET-03")
  void a_body_that_is_not_signed_is_bounded_all_the_same() throws Exception {
    takes(HookType.GIT_LAB, "s3cr3t");
    var call =
        at("/hooks/plumbline-system/fleet")
            .POST(BodyPublishers.ofByteArray(new byte[(1 << 20) + 1]))
            .header("Content-Type", "application/json")
            .header("X-Gitlab-Token", "s3cr3t");

    assertThat(status(call)).isEqualTo(413);
    assertThat(looked).isEmpty();
  }

  private HttpRequest.Builder call() {
    return at("/hooks/plumbline-system/fleet")
        .POST(BodyPublishers.ofByteArray(BODY))
        .header("Content-Type", "application/json");
  }

  private int status(HttpRequest.Builder request) throws Exception {
    return send(request).statusCode();
  }
}
