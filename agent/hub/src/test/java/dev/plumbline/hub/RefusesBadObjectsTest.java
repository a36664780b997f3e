package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a person gets from {@code kubectl apply}: the API server's own words (SEC-NET-08). */
final class RefusesBadObjectsTest {
  private static final String MAX = "9".repeat(100_000);
  private static final String NAME =
      "name must be the name of an object: lower-case letters, digits, '-' and '.'";
  private static final String URL =
      "url must start with https:// or ssh://, or be git@host:path; http:// only where"
          + " allowInsecure is true";
  private static final String SSH =
      "a url of ssh needs credentialsRef, a Secret with identity and known_hosts, and goes through"
          + " no proxy";
  private static final String NO_PASSWORD =
      "url must not carry a user or a password: put them into a Secret, see credentialsRef";
  private static final String BUDGET =
      "budget must be a number of objects from 0 to 100000, or a percentage: 20%";
  private static final String PATH =
      "path must be a directory inside the source, such as tenants/acme/prod";
  private static final String OVERLAY =
      "overlay must be a directory inside that of a Tenant, such as overlays/prod";
  private static final String BRANCH =
      "branch must be the name of a Git branch, such as main or release/1.2";

  private static final String TENANTS =
      "tenants must be a directory inside the repository in which one whole part is {tenant}:"
          + " tenants/{tenant}";
  private static final String EITHER =
      "give either environments or environmentSelector, and not both";
  private static final String NAMESPACES =
      "namespaces must be names of namespaces, or beginnings of names that end in '*': acme-*";
  private static final String KINDS =
      "kinds must be kinds with their group, such as apps/Deployment, apps/* or ConfigMap";
  private static final String VALUES =
      "In and NotIn need values; Exists and DoesNotExist have none";
  private static final String SEMVER =
      "semver must be a range of versions, such as '>=1.0.0 <2.0.0', 1.x or ~1.2";
  private static final String COMMIT =
      "commit must be a full commit id: 40 hexadecimal digits in lower case";

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
        bad("{\"url\":\"ssh://git@x/y\"}", SSH),
        bad("{\"url\":\"git@x:y\"}", SSH),
        bad(
            "{\"url\":\"git@x:y\",\"credentialsRef\":{\"name\":\"a\"},"
                + "\"proxySecretRef\":{\"name\":\"a\"}}",
            SSH),
        bad(
            "{\"url\":\"ssh://alice:secret@x/y\",\"credentialsRef\":{\"name\":\"a\"}}",
            NO_PASSWORD),
        bad("{\"url\":\"ext::sh\"}", URL),
        bad("{\"url\":\"-oProxyCommand=x@y:z\"}", URL),
        bad("{\"url\":\"http://x/y\"}", URL),
        bad("{\"url\":\"file:///etc\"}", URL),
        bad("{\"url\":\"https://alice:secret@x/y\"}", NO_PASSWORD),
        bad(
            "{\"url\":\"https://x/y#z\"}",
            "url must be printable ASCII without spaces, query and fragment:"
                + " https://git.example.com/acme/fleet.git"),
        bad(repository("\"credentialsRef\":{\"name\":\"../other/secret\"}"), NAME),
        bad(
            repository("\"credentialsRef\":{\"name\":\"a\",\"namespace\":\"other\"}"),
            "unknown field \"spec.credentialsRef.namespace\""),
        bad(
            repository("\"webhook\":{\"type\":\"Gerrit\",\"secretRef\":{\"name\":\"a\"}}"),
            "spec.webhook.type: Unsupported value: \"Gerrit\": supported values: \"GitHub\","
                + " \"GitLab\", \"Gitea\", \"Bitbucket\", \"Hmac\""),
        bad(repository("\"tenants\":\"tenants\""), TENANTS),
        bad(repository("\"tenants\":\"/tenants/{tenant}\""), TENANTS),
        bad(repository("\"tenants\":\"{tenant}/../{tenant}\""), TENANTS),
        bad(repository("\"tenants\":\"tenants/t-{tenant}\""), TENANTS),
        bad(repository("\"tenants\":\"{tenant}/{tenant}\""), TENANTS),
        bad(repository("\"tenants\":\"{tenant}/{environment}\""), TENANTS),
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

  static Stream<Arguments> environments() {
    return Stream.of(
        bad("{}", "spec.branch: Required value"),
        bad(environment("-x", "a", "{}"), BRANCH),
        bad(environment("main", "../other", "{}"), OVERLAY),
        bad(environment("main", "/etc", "{}"), OVERLAY),
        bad(
            environment("main", "a", "{\"matchLabels\":{\"" + "k".repeat(318) + "\":\"v\"}}"),
            "a key of matchLabels has at most 317 characters"),
        bad(environment("main", "a", demand("\"operator\":\"In\"")), VALUES),
        bad(environment("main", "a", demand("\"operator\":\"In\",\"values\":[]")), VALUES),
        bad(environment("main", "a", demand("\"operator\":\"Exists\",\"values\":[\"v\"]")), VALUES),
        bad(
            environment("main", "a", demand("\"operator\":\"Like\"")),
            "supported values: \"In\", \"NotIn\", \"Exists\", \"DoesNotExist\""),
        bad(
            environment("main", "a", "{}").replace("}}", "},\"promotedFrom\":{}}"),
            "unknown field \"spec.promotedFrom\""));
  }

  static Stream<Arguments> tenants() {
    String dev = "\"environments\":[\"dev\"]";
    return Stream.of(
        bad("{}", "spec.serviceAccount: Required value"),
        bad(Samples.tenant("\"path\":\"a\""), EITHER),
        bad(Samples.tenant("\"environments\":[]"), EITHER),
        bad(Samples.tenant(dev + ",\"environmentSelector\":{}"), EITHER),
        bad(Samples.tenant("\"environments\":[\"a/b\"]"), "environments must be names"),
        bad(Samples.tenant("\"environmentSelector\":" + demand("\"operator\":\"NotIn\"")), VALUES),
        bad(
            Samples.tenant(dev + ",\"path\":\"../acme\""),
            "path must be a directory inside the repository, such as tenants/acme"),
        bad(
            Samples.tenant(dev + ",\"hubNamespace\":\"A\""),
            "hubNamespace must be the name of a namespace"),
        bad(namespaces("[]"), "namespaces must name at least one"),
        bad(namespaces("[\"*\"]"), NAMESPACES),
        bad(namespaces("[\"a*b\"]"), NAMESPACES),
        bad(namespaces("[\"acme\",\"Acme\"]"), NAMESPACES),
        bad(
            Samples.tenant(dev).replace("\"acme-system\"", "\"\""),
            "spec.serviceAccount.namespace: Invalid value: \"\""),
        bad(Samples.tenant(dev).replace("\"plumbline\"", "\"a:b\""), NAME),
        bad(Samples.tenant(dev + ",\"allow\":{\"kinds\":[\"*\"]}"), KINDS),
        bad(Samples.tenant(dev + ",\"allow\":{\"kinds\":[\"deployments\"]}"), KINDS),
        bad(
            Samples.tenant(dev + ",\"allow\":{\"clusterResources\":[\"a/b/C\"]}"),
            "clusterResources must be kinds with their group"),
        bad(
            Samples.tenant(dev + ",\"quota\":{\"objects\":0}"),
            "objects must be a number from 1 to 1000000"),
        bad(
            Samples.tenant(dev + ",\"quota\":{\"syncs\":-1}"),
            "syncs must be a number from 1 to 100000"),
        bad(
            Samples.tenant(dev + ",\"quota\":{\"renderSeconds\":9999}"),
            "renderSeconds must be a number from 1 to 600"),
        bad(Samples.tenant(dev + ",\"prune\":{\"budget\":\"120%\"}"), BUDGET));
  }

  static Stream<Arguments> syncs() {
    return Stream.of(
        bad(
            "{\"source\":{\"name\":\"a\"},\"targetRef\":{\"name\":\"b\"}}",
            "source must say what to follow: give branch, tag, semver or commit"),
        bad(source("\"tag\":\"-x\""), "tag must be the name of a Git tag, such as v1.2.0"),
        bad(source("\"tag\":\"v1^{}\""), "tag must be the name of a Git tag, such as v1.2.0"),
        bad(source("\"semver\":\"latest; 1\""), SEMVER),
        bad(
            source("\"semver\":\"" + MAX + "\""),
            "spec.source.semver: Too long: may not be more than 128 bytes"),
        bad(source("\"commit\":\"" + "A".repeat(40) + "\""), COMMIT),
        bad(source("\"commit\":\"4f2c1d9\""), "spec.source.commit in body should be at least 40"),
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
        bad(
            sync("\"targetNamespace\":\"" + "a".repeat(64) + "\""),
            "spec.targetNamespace: Too long: may not be more than 63 bytes"),
        bad(
            sync("\"targetNamespace\":\"Acme\""),
            "targetNamespace must be the name of a namespace"),
        bad(sync("\"namePrefix\":\"-a\""), "namePrefix must be the beginning of a name"),
        bad(sync("\"nameSuffix\":\"a-\""), "nameSuffix must be the end of a name"),
        bad(sync("\"images\":[{\"name\":\"a\"}]"), "an image needs newName, newTag or digest"),
        bad(
            sync("\"images\":[{\"name\":\"a\",\"digest\":\"sha256:1\"}]"),
            "digest must be sha256: and 64 hexadecimal digits"),
        bad(
            sync(
                "\"images\":[{\"name\":\"a\",\"newTag\":\"1\"},{\"name\":\"a\",\"newTag\":\"2\"}]"),
            "spec.images[1]: Duplicate value"),
        bad(sync("\"patches\":[{\"target\":{}}]"), "spec.patches[0].patch: Required value"),
        bad(sync("\"components\":[\"/a\"]"), "components must be directories of the source"),
        bad(
            sync("\"components\":[\"https://x/y\"]"),
            "components must be directories of the source"),
        bad(
            sync("\"commonMetadata\":{\"labels\":{\"a\":\"b c\"}}"),
            "a label has at most 63 letters, digits, '-', '_' and '.'"),
        bad(sync("\"adopt\":\"Any\""), "supported values: \"None\", \"Labelled\", \"All\""),
        bad(sync("\"conflicts\":\"Ask\""), "supported values: \"Force\", \"Fail\""),
        bad(sync("\"ignore\":[{}]"), "spec.ignore[0].paths: Required value"),
        bad(
            sync("\"ignore\":[{\"paths\":[\"spec.replicas\"]}]"),
            "paths must be JSON pointers, such as /spec/replicas"),
        bad(
            sync("\"ignore\":[{\"paths\":[\"/metadata/name\"]}]"),
            "what an object is called cannot be left to others"),
        bad(sync("\"dependsOn\":[{}]"), "spec.dependsOn[0].name: Required value"),
        bad(sync("\"dependsOn\":[{\"name\":\"a/b\"}]"), NAME),
        bad(
            sync("\"dependsOn\":[{\"name\":\"a\",\"namespace\":\"b\"}]"),
            "unknown field \"spec.dependsOn[0].namespace\""),
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

  @ParameterizedTest(name = "{1}")
  @MethodSource("environments")
  void an_environment(String spec, String sentence) {
    isRefused("Environment", "environments", spec, sentence);
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("tenants")
  void a_tenant(String spec, String sentence) {
    isRefused("Tenant", "tenants", spec, sentence);
  }

  @Test
  void a_name_that_cannot_be_a_label() {
    String spec = Samples.tenant("\"environments\":[\"dev\"]");
    for (String name : List.of("a.b", "a".repeat(64))) {
      var reply =
          TestHub.PLANE.api().post(test.path("tenants"), TestHub.body("Tenant", name, spec));

      assertThat(reply.json().text("message").orElseThrow())
          .contains("the name of a Tenant must be lower-case letters, digits and '-', at most 63");
    }
  }

  @Test
  void a_tenant_that_moves_to_another_hub_namespace() {
    String spec = Samples.tenant("\"environments\":[\"dev\"],\"hubNamespace\":\"acme\"");
    test.made(test.hub.tenants(), "settled", spec);

    for (String other : List.of("\"other\"", "null")) {
      var reply =
          TestHub.PLANE
              .api()
              .mergePatch(
                  test.path("tenants") + "/settled", "{\"spec\":{\"hubNamespace\":" + other + "}}");

      assertThat(reply.json().text("message").orElseThrow())
          .contains("hubNamespace cannot be changed");
    }
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
    return source("\"branch\":\"" + branch + "\"");
  }

  private static String source(String what) {
    return "{\"source\":{\"name\":\"a\"," + what + "},\"targetRef\":{\"name\":\"b\"}}";
  }

  private static String interval(String value) {
    return "spec.interval: Invalid value: \""
        + value
        + "\": interval must be a duration from 1s to 24h, such as 90s, 5m or 1h30m";
  }

  private static String environment(String branch, String overlay, String targets) {
    return "{\"repositoryRef\":{\"name\":\"a\"},\"branch\":\"%s\",\"overlay\":\"%s\",\"targets\":%s}"
        .formatted(branch, overlay, targets);
  }

  private static String demand(String fields) {
    return "{\"matchExpressions\":[{\"key\":\"stage\"," + fields + "}]}";
  }

  private static String namespaces(String list) {
    return Samples.tenant("\"environments\":[\"dev\"]").replace("[\"acme-*\"]", list);
  }
}
