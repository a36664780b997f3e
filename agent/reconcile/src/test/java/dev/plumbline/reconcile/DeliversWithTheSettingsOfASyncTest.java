package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DeliversWithTheSettingsOfASyncTest {
  private final ControlPlane plane = ControlPlane.shared();
  private Fleet fleet;
  private Objects one;
  private Objects two;

  @BeforeEach
  void start() throws Exception {
    fleet = Fleet.on(plane, "hub");
    one = new Objects(plane, "one");
    two = new Objects(plane, "two");
    fleet
        .repository()
        .write(
            "base/settings.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {value: plain}
            """)
        .push("First");
    fleet.start();
  }

  @AfterEach
  void stop() {
    fleet.close();
  }

  @Test
  void one_directory_is_delivered_twice_each_in_its_own_way() {
    fleet.sync("one", "base", "targetNamespace: " + one.namespace());
    fleet.sync("two", "base", settings("patched"));

    one.awaitValue("settings", "plain");
    two.awaitValue("x-settings", "patched");
    fleet.awaitPhase("one", "Ready");
    fleet.awaitPhase("two", "Ready");
    assertThat(fleet.of("one", ".status.revision.rendered"))
        .startsWith("sha256:")
        .isEqualTo(fleet.of("two", ".status.revision.rendered"));
    assertThat(
            plane.kubectl(
                "get",
                "cm",
                "x-settings",
                "-n",
                two.namespace(),
                "-o",
                "jsonpath={.metadata.labels.team}"))
        .isEqualTo("acme");
  }

  @Test
  void a_changed_setting_is_live_and_a_bad_one_is_told() {
    fleet.sync("two", "base", settings("patched"));
    two.awaitValue("x-settings", "patched");

    fleet.sync("two", "base", settings("again"));
    two.awaitValue("x-settings", "again");

    fleet.sync("two", "base", settings("again").replace("name: settings", "name: other"));
    assertThat(fleet.awaitReason("two", "RenderFailed"))
        .startsWith("spec.patches[0]: line 1: no resource matches");
    assertThat(two.value("x-settings")).isEqualTo("again");
  }

  private String settings(String value) {
    return """
        targetNamespace: %s
        namePrefix: x-
        commonMetadata: {labels: {team: acme}}
        patches:
        - patch: |
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {value: %s}
        """
        .formatted(two.namespace(), value);
  }
}
