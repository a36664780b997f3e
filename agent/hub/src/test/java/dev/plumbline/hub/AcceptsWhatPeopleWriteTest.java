package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.testkit.ControlPlane;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How our kinds feel in the hands of somebody who knows kubectl. */
final class AcceptsWhatPeopleWriteTest {
  private static TestHub test;

  @BeforeAll
  static void open() throws Exception {
    test = new TestHub();
  }

  @AfterAll
  static void close() {
    test.close();
  }

  @Test
  void the_defaults_of_the_definition_are_those_of_the_records() {
    var served = test.made(test.hub.syncs(), "defaults", Samples.SYNC);

    var read = RecordReader.read(SyncSpec.class, TestJson.of(Samples.SYNC), "spec");

    assertThat(served.spec()).isEqualTo(read);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"prune\":{\"budget\":30}",
        "\"prune\":{\"budget\":\"5%\",\"enabled\":false}",
        "\"suspend\":{}",
        "\"suspend\":{\"by\":\"alice\",\"until\":\"2026-12-01T08:00:00+02:00\"}",
        "\"path\":\"./tenants/acme..old/\"",
        "\"dependsOn\":[{\"name\":\"infra\"},{\"name\":\"db\"}]",
        "\"ignore\":[{\"target\":{\"kind\":\"Deployment\"},\"paths\":[\"/spec/replicas\"]}]",
        "\"drift\":{\"owned\":\"Warn\",\"extra\":\"Ignore\"}",
        "\"adopt\":\"Labelled\",\"conflicts\":\"Fail\",\"prune\":{\"adopted\":true}",
        "\"targetNamespace\":\"acme\",\"namePrefix\":\"a-\",\"nameSuffix\":\"-z\"",
        "\"images\":[{\"name\":\"nginx\",\"newTag\":\"1.28\"}],\"components\":[\"../debug\"]",
        "\"patches\":[{\"patch\":\"a\",\"target\":{\"kind\":\"Deployment\"}}]",
        "\"commonMetadata\":{\"labels\":{\"a.b/c\":\"d\"},\"annotations\":{\"e\":\"f g\"}}",
        "\"retry\":{\"min\":\"2s\"},\"preflight\":\"Always\",\"wait\":false"
      })
  void every_form_of_a_field_is_served(String field) {
    String json = Samples.SYNC.strip();
    String name = ControlPlane.unique("form");

    var sync =
        test.made(
            test.hub.syncs(),
            name,
            "{" + field + "," + json.substring(1).replace("\"path\":\"tenants/acme\",", ""));

    assertThat(sync.spec().targetRef().name()).isEqualTo("eu");
  }

  @Test
  void an_object_the_server_takes_and_we_cannot_read_stops_nobody() {
    // RFC 3339 has no limit of nine digits, java.time has.
    String until = "{\"suspend\":{\"until\":\"2026-11-30T12:00:00.1234567891Z\"},";
    TestHub.PLANE
        .api()
        .created(
            test.path("syncs"),
            TestHub.body("Sync", "broken", until + Samples.SYNC.strip().substring(1)));

    var other = test.made(test.hub.syncs(), "unharmed", Samples.SYNC);

    assertThat(other.spec().source().branch()).isEqualTo("main");
    assertThat(test.hub.syncs().malformed())
        .extracting(Lookup.Malformed::sentence)
        .containsExactly(
            "Sync %s/broken cannot be used: spec.suspend.until is no time such as"
                    .formatted(test.namespace)
                + " 2026-11-30T12:00:00Z");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"environments\":[\"dev\",\"prod\"],\"path\":\"apps/acme\"",
        "\"environmentSelector\":{},\"createNamespaces\":true,\"hubNamespace\":\"acme\"",
        "\"environmentSelector\":{\"matchExpressions\":[{\"key\":\"stage\",\"operator\":\"Exists\"}]}",
        "\"environments\":[\"dev\"],\"quota\":{\"objects\":5000,\"syncs\":50,\"renderSeconds\":30}",
        "\"environments\":[\"dev\"],\"allow\":{\"clusterResources\":[\"apiextensions.k8s.io/*\"],"
            + "\"kinds\":[\"apps/Deployment\",\"ConfigMap\"]},\"prune\":{\"budget\":\"50%\"}"
      })
  void every_form_of_a_tenant_is_served(String fields) {
    String name = ControlPlane.unique("tenant");

    var tenant = test.made(test.hub.tenants(), name, Samples.tenant(fields));

    assertThat(tenant.spec().namespaces()).containsExactly("acme-*");
    assertThat(tenant.spec())
        .isEqualTo(
            RecordReader.read(TenantSpec.class, TestJson.of(Samples.tenant(fields)), "spec"));
  }

  @Test
  void an_environment_selects_targets_by_label() {
    var environment =
        test.made(
            test.hub.environments(),
            "prod",
            """
            {"repositoryRef":{"name":"fleet"},"branch":"release/1.2","overlay":"overlays/prod",
             "targets":{"matchLabels":{"env":"prod"},
              "matchExpressions":[{"key":"region","operator":"NotIn","values":["us","cn"]}]}}""");

    var targets = environment.spec().targets();

    assertThat(targets.matches(Map.of("env", "prod", "region", "eu"))).isTrue();
    assertThat(targets.matches(Map.of("env", "prod"))).isTrue();
    assertThat(targets.matches(Map.of("env", "prod", "region", "us"))).isFalse();
    assertThat(targets.matches(Map.of("region", "eu"))).isFalse();
  }

  @Test
  void kubectl_get_shows_what_people_ask_for() {
    var sync = test.made(test.hub.syncs(), "shown", Samples.SYNC);
    test.writer().sync(sync, Samples.full(), List.of());

    assertThat(kubectl("get", "sync", "shown"))
        .containsPattern("NAME +TARGET +REVISION +STATUS +READY +OBJECTS +AGE")
        .containsPattern("shown +eu +main@4f2c1d9 +Ready +True +24/24 ");
    assertThat(kubectl("get", "plumbline", "-o", "wide"))
        .contains("DRIFTED   BLOCKED   MESSAGE", "24 objects live");
  }

  @Test
  void kubectl_wait_waits_for_the_generation_people_wrote() {
    var sync = test.made(test.hub.syncs(), "awaited", Samples.SYNC);
    var written =
        (Write.Written<SyncSpec, SyncStatus>) test.writer().sync(sync, ready(1), List.of());
    assertThat(kubectl("wait", "--for=condition=Ready", "sync/awaited", "--timeout=5s"))
        .contains("condition met");

    TestHub.PLANE
        .api()
        .mergePatch(test.path("syncs") + "/awaited", "{\"spec\":{\"path\":\"elsewhere\"}}");

    assertThat(written.object().generation()).isEqualTo(1);
    assertThat(waits("sync/awaited")).isFalse();
  }

  @Test
  void kubectl_explain_has_a_sentence_for_every_field() {
    for (String kind :
        List.of("repository", "target", "environment", "tenant", "sync", "inventory")) {
      String explained =
          TestHub.PLANE.kubectl(
              "explain", kind, "--recursive", "--api-version=plumbline.dev/v1alpha1");
      assertThat(explained).contains("FIELDS:");
    }
    assertThat(TestHub.PLANE.kubectl("explain", "sync.spec.prune.budget"))
        .contains("a percentage of the", "Sync's objects that never means fewer than 10");
  }

  private static SyncStatus ready(long generation) {
    var ready =
        new Condition("Ready", Condition.Status.TRUE, generation, Instant.EPOCH, "Applied", "ok");
    return new SyncStatus(
        generation,
        SyncStatus.Phase.READY,
        List.of(ready),
        null,
        null,
        null,
        List.of(),
        List.of(),
        List.of(),
        null,
        null,
        List.of(),
        null,
        List.of());
  }

  private static boolean waits(String object) {
    try {
      kubectl("wait", "--for=condition=Ready", object, "--timeout=1s");
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  private static String kubectl(String... arguments) {
    var all = new java.util.ArrayList<>(List.of("-n", test.namespace));
    all.addAll(List.of(arguments));
    return TestHub.PLANE.kubectl(all.toArray(String[]::new));
  }
}
