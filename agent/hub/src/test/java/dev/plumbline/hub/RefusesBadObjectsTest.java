package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a person gets from {@code kubectl apply}: the API server's own words (SEC-NET-08). */
final class RefusesBadObjectsTest {
  private static final String MAX = "9".repeat(100_000);
  private static final String NAME =
      "name must be the name of an object: lower-case letters, digits, '-' and '.'";
  private static final String URL =
      "url must start with https://, or with http:// where allowInsecure is true;"
          + " ssh is not supported yet";
  private static final String BUDGET =
      "budget must be a number of objects from 0 to 100000, or a percentage: 20%";
  private static final String PATH =
      "path must be a directory inside the source, such as tenants/acme/prod";
  private static final String BRANCH =
      "branch must be the name of a Git branch, such as main or release/1.2";

  private static TestHub test;

  @BeforeAll
  static void open() throws Exception {
    test = new TestHub();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  static Stream<Arguments> repositories() {
    return Stream.of(
        bad("{}", "spec.url: Required value"),
        bad(repository("\"interval\":\"-5m\""), interval("-5m")),
        bad(repository("\"interval\":\"10ms\""), interval("10ms")),
        bad(repository("\"interval\":\"5d\""), interval("5d")),
        bad(repository("\"interval\":\"99999h99999h\""), interval("99999h99999h")),
        bad(
            repository("\"interval\":\"" + MAX + "h\""),
            "spec.interval: Too long: may not be more than 28 bytes"),
        bad(
            "{\"url\":\"https://x/" + MAX + "\"}",
            "spec.url: Too long: may not be more than 2048 bytes"),
        bad("{\"url\":\"ssh://git@x/y\"}", URL),
        bad("{\"url\":\"http://x/y\"}", URL),
        bad("{\"url\":\"file:///etc\"}", URL),
        bad(
            "{\"url\":\"https://alice:secret@x/y\"}",
            "url must not carry a user or a password: put them into a Secret, see credentialsRef"),
        bad(
            "{\"url\":\"https://x/y#z\"}",
            "url must be printable ASCII without spaces, query and fragment:"
                + " https://git.example.com/acme/fleet.git"),
        bad(repository("\"credentialsRef\":{\"name\":\"../other/secret\"}"), NAME),
        bad(
            repository("\"credentialsRef\":{\"name\":\"a\",\"namespace\":\"other\"}"),
            "unknown field \"spec.credentialsRef.namespace\""),
        bad(
            repository("\"webhook\":{\"type\":\"GitLab\",\"secretRef\":{\"name\":\"a\"}}"),
            "spec.webhook.type: Unsupported value: \"GitLab\": supported values: \"GitHub\""),
        bad(repository("\"trust\":{}"), "unknown field \"spec.trust\""));
  }

  static Stream<Arguments> targets() {
    String either = "give either kubeconfigRef or inCluster: true, and not both";
    return Stream.of(
        bad("{}", either),
        bad("{\"inCluster\":false}", either),
        bad("{\"inCluster\":true,\"kubeconfigRef\":{\"name\":\"a\"}}", either),
        bad("{\"kubeconfigRef\":{\"name\":\"A b\"}}", NAME),
        bad(
            "{\"kubeconfigRef\":{\"name\":\"a\",\"key\":\"../x\"}}",
            "key must be a key of a Secret: letters, digits, '-', '_' and '.'"));
  }

  static Stream<Arguments> syncs() {
    return Stream.of(
        bad(
            "{\"source\":{\"name\":\"a\"},\"targetRef\":{\"name\":\"b\"}}",
            "spec.source.branch: Required value"),
        bad(sync("\"path\":\"../x\""), PATH),
        bad(sync("\"path\":\"/etc\""), PATH),
        bad(sync("\"path\":\"a/../../b\""), PATH),
        bad(
            sync("\"path\":\"" + MAX + "\""),
            "spec.path: Too long: may not be more than 1024 bytes"),
        bad(sync("\"retry\":{\"min\":\"10m\"}"), "retry.min must not be longer than retry.max"),
        bad(
            sync("\"retry\":{\"min\":\"-1s\"}"),
            "min must be a duration from 100ms to 24h, such as 90s, 5m or 1h30m"),
        bad(
            sync("\"timeout\":\"0s\""),
            "timeout must be a duration from 1s to 24h, such as 90s, 5m or 1h30m"),
        bad(
            sync("\"resync\":\"1s\""),
            "resync must be a duration from 10s to 744h, such as 90s, 5m or 1h30m"),
        bad(sync("\"prune\":{\"budget\":\"120%\"}"), BUDGET),
        bad(sync("\"prune\":{\"budget\":-1}"), BUDGET),
        bad(sync("\"prune\":{\"budget\":\"all\"}"), BUDGET),
        bad(sync("\"prune\":{\"budget\":true}"), "spec.prune.budget"),
        bad(
            sync("\"suspend\":{\"until\":\"tomorrow\"}"),
            "spec.suspend.until in body must be of type date-time"),
        bad(
            sync("\"deletionPolicy\":\"Delete\""),
            "supported values: \"Prune\", \"Orphan\", \"MirrorPrune\""),
        bad(sync("\"adopt\":\"All\""), "unknown field \"spec.adopt\""),
        bad(sync("\"dependsOn\":[]"), "unknown field \"spec.dependsOn\""),
        bad(branch("-x"), BRANCH),
        bad(branch("a..b"), BRANCH),
        bad(branch("a b"), BRANCH),
        bad(branch("refs//heads"), BRANCH),
        bad(branch("a.lock"), BRANCH),
        bad(branch("a\\\\b"), BRANCH),
        bad(branch("a\\u0007"), BRANCH),
        bad(branch("main:refs/heads/x"), BRANCH));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("repositories")
  void a_repository(String spec, String sentence) {
    isRefused("Repository", "repositories", spec, sentence);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("targets")
  void a_target(String spec, String sentence) {
    isRefused("Target", "targets", spec, sentence);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("syncs")
  void a_sync(String spec, String sentence) {
    isRefused("Sync", "syncs", spec, sentence);
  }

  private static void isRefused(String kind, String plural, String spec, String sentence) {
    var reply =
        TestHub.PLANE
            .api()
            .post(
                test.path(plural) + "?fieldValidation=Strict",
                TestHub.body(kind, ControlPlane.unique("bad"), spec));

    assertThat(reply.good()).isFalse();
    assertThat(reply.json().text("message").orElseThrow())
        .contains(sentence)
        .doesNotContain("alice:secret")
        .hasSizeLessThan(2_000);
  }

  private static Arguments bad(String spec, String sentence) {
    return Arguments.of(spec, sentence);
  }

  private static String repository(String field) {
    return "{\"url\":\"https://x/y\"," + field + "}";
  }

  private static String sync(String field) {
    return "{\"source\":{\"name\":\"a\",\"branch\":\"main\"},\"targetRef\":{\"name\":\"b\"},"
        + field
        + "}";
  }

  private static String branch(String branch) {
    return "{\"source\":{\"name\":\"a\",\"branch\":\""
        + branch
        + "\"},\"targetRef\":{\"name\":\"b\"}}";
  }

  private static String interval(String value) {
    return "spec.interval: Invalid value: \""
        + value
        + "\": interval must be a duration from 1s to 24h, such as 90s, 5m or 1h30m";
  }
}
