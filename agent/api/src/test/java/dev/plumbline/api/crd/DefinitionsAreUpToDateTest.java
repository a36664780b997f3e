package dev.plumbline.api.crd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.Environment;
import dev.plumbline.api.v1alpha1.Inventory;
import dev.plumbline.api.v1alpha1.Repository;
import dev.plumbline.api.v1alpha1.Sync;
import dev.plumbline.api.v1alpha1.Target;
import dev.plumbline.api.v1alpha1.Tenant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** {@code manifests/crds} is what the records say; {@code -Dplumbline.write=true} writes it. */
final class DefinitionsAreUpToDateTest {
  private static final Path FOLDER = Path.of("../../manifests/crds");

  private static Stream<Definition> definitions() {
    return Stream.of(
            Repository.class,
            Target.class,
            Environment.class,
            Tenant.class,
            Sync.class,
            Inventory.class)
        .map(Definition::new);
  }

  @TestFactory
  Stream<DynamicTest> each_file_is_what_its_record_says() {
    return definitions()
        .map(
            definition -> DynamicTest.dynamicTest(definition.name(), () -> isUpToDate(definition)));
  }

  @Test
  void nothing_else_is_in_the_folder() throws IOException {
    try (var files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(
                      definitions().map(definition -> definition.name() + ".yaml"),
                      Stream.of("kustomization.yaml"))
                  .toList());
    }
  }

  private static void isUpToDate(Definition definition) throws IOException {
    Path file = FOLDER.resolve(definition.name() + ".yaml");
    String generated =
        "# From the records of agent/api: make crds\n" + YamlText.of(definition.tree());

    if (Boolean.getBoolean("plumbline.write")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, generated);
    }

    assertThat(file).as("run make crds").hasContent(generated);
  }
}
