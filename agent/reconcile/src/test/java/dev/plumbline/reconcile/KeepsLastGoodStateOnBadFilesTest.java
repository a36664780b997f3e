package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.ControlPlane;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class KeepsLastGoodStateOnBadFilesTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    app = new Objects(PLANE, "app");
    fleet.repository().write("README.md", "fleet").push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void a_syntax_error_is_told_with_file_and_line() {
    deployed("syntax");

    fleet
        .repository()
        .write("syntax/b.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: [}\n")
        .push("Broken");

    assertThat(fleet.awaitReason("syntax", "RenderFailed")).startsWith("syntax/b.yaml:3");
    staysAndRecovers("syntax");
  }

  @Test
  void a_key_that_is_there_twice_is_told_with_file_and_line() {
    deployed("twice");

    fleet
        .repository()
        .write("twice/b.yaml", app.configMap("extra", "1") + "data: {value: \"2\"}\n")
        .push("Twice");

    assertThat(fleet.awaitReason("twice", "RenderFailed"))
        .startsWith("twice/b.yaml:5")
        .contains("data");
    staysAndRecovers("twice");
  }

  @Test
  void a_kustomization_field_that_is_not_supported_is_refused_by_name() {
    deployed("field");

    fleet
        .repository()
        .write("field/kustomization.yaml", "resources: [a.yaml]\nhelmCharts: [{name: web}]\n")
        .write("field/b.yaml", "")
        .push("Helm");

    assertThat(fleet.awaitReason("field", "RenderFailed"))
        .contains("field/kustomization.yaml")
        .contains("helmCharts");
    fleet.repository().delete("field/kustomization.yaml");
    staysAndRecovers("field");
  }

  @Test
  void a_directory_that_renders_to_nothing_deletes_nothing() {
    deployed("nothing");

    fleet.repository().write("nothing/a.yaml", "# all gone\n").push("Nothing");

    String message = fleet.awaitReason("nothing", "PruneBudgetExceeded");
    assertThat(message)
        .contains("would delete 1 objects, 0 are allowed at once")
        .contains(app.namespace() + "/nothing");
    staysAndRecovers("nothing");
  }

  @Test
  void an_object_without_a_name_or_a_kind_is_told_with_its_file() {
    deployed("nameless");

    fleet
        .repository()
        .write("nameless/b.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n")
        .push("Nameless");

    assertThat(fleet.awaitReason("nameless", "RenderFailed")).contains("nameless/b.yaml");
    staysAndRecovers("nameless");
  }

  private static void deployed(String name) {
    fleet.repository().write(name + "/a.yaml", app.configMap(name, "1")).push(name);
    fleet.sync(name, name, "");
    fleet.awaitPhase(name, "Ready");
  }

  // What was live stays and is kept true; the next good push is delivered.
  private static void staysAndRecovers(String name) {
    String live = fleet.of(name, ".status.revision.applied");
    app.vandalise(name);
    app.awaitValue(name, "1");
    assertThat(fleet.of(name, ".status.revision.applied"))
        .isEqualTo(live)
        .isNotEqualTo(fleet.of(name, ".status.revision.wanted"));

    fleet
        .repository()
        .write(name + "/a.yaml", app.configMap(name, "2"))
        .write(name + "/b.yaml", app.configMap(name + "-b", "2"))
        .push("Mended");

    app.awaitValue(name, "2");
    fleet.awaitPhase(name, "Ready");
  }
}
