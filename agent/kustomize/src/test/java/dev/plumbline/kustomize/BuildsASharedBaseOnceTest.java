package dev.plumbline.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class BuildsASharedBaseOnceTest {
  private static MemoryTree tree() {
    var tree =
        new MemoryTree()
            .with("base/kustomization.yaml", "resources: [a.yaml, ../deep]\nnamePrefix: b-")
            .with("base/a.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
            .with("deep/kustomization.yaml", "resources: [s.yaml]")
            .with("deep/s.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n");
    for (int i = 0; i < 100; i++) {
      tree.with("o" + i + "/kustomization.yaml", "resources: [../base]\nnameSuffix: -o" + i);
    }
    return tree;
  }

  private static String text(Built built) {
    return new String(built.bytes(), StandardCharsets.UTF_8);
  }

  @Test
  void files_of_the_base_are_read_once_for_all_overlays() throws Exception {
    var tree = tree();
    var kustomize = new Kustomize();

    for (int i = 0; i < 100; i++) {
      var built = (Built) kustomize.build(tree, "o" + i);
      assertThat(text(built)).contains("name: b-a-o" + i).contains("name: b-s-o" + i);
      assertThat(built.readSet().touchedBy("deep/s.yaml")).isTrue();
      assertThat(built.readSet().touchedBy("base/kustomization.yml")).isTrue();
    }

    assertThat(tree.readPaths.stream().filter(path -> !path.startsWith("o"))).hasSize(4);
  }

  @Test
  void a_change_outside_the_base_directory_is_seen() throws Exception {
    var kustomize = new Kustomize();
    kustomize.build(tree(), "o1");

    var changed =
        tree().with("deep/s.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: new}\n");
    var built = (Built) kustomize.build(changed, "o1");

    assertThat(text(built)).contains("name: b-new-o1");
  }

  @Test
  void a_file_that_appears_is_seen() throws Exception {
    var kustomize = new Kustomize();
    kustomize.build(tree(), "o1");

    var twoFiles = tree().with("deep/kustomization.yml", "resources: []");

    assertThat(kustomize.build(twoFiles, "o1"))
        .isInstanceOfSatisfying(
            Failed.class,
            f ->
                assertThat(f.message()).contains("Found multiple kustomization files under: deep"));
  }

  @Test
  void warm_and_cold_builds_agree_in_everything() throws Exception {
    var kustomize = new Kustomize();
    var cold = (Built) kustomize.build(tree(), "o7");
    var warm = (Built) kustomize.build(tree(), "o7");

    assertThat(warm.bytes()).isEqualTo(cold.bytes());
    assertThat(warm.readSet()).isEqualTo(cold.readSet());
    assertThat(warm.objects()).isEqualTo(cold.objects());
  }

  @Test
  void a_known_base_still_makes_a_cycle() throws Exception {
    var kustomize = new Kustomize();
    var tree =
        new MemoryTree()
            .with("a/kustomization.yaml", "resources: [../b]")
            .with("b/kustomization.yaml", "resources: [../c/d]")
            .with("c/d/kustomization.yaml", "namePrefix: x")
            .with("c/d/e/kustomization.yaml", "resources: [../../../b]");
    kustomize.build(tree, "a");

    assertThat(kustomize.build(tree, "c/d/e"))
        .isInstanceOfSatisfying(
            Failed.class, f -> assertThat(f.message()).contains("cycle detected"));
  }

  @Test
  void objects_know_the_file_they_came_from() throws Exception {
    var built = (Built) new Kustomize().build(tree(), "o1");

    assertThat(built.objects().getFirst().position()).hasToString("base/a.yaml:1");
    assertThat(built.objects().getFirst().at("metadata", "name").orElseThrow().position())
        .hasToString("base/a.yaml:3");
  }
}
