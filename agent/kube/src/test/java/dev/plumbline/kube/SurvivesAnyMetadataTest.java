package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;

/**
 * Whatever an API server sends as metadata, with managedFields of any shape, it is read or refused
 * soon; equal sets of fields have equal digests, and nothing is lost against itself.
 */
public final class SurvivesAnyMetadataTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final ServedKind KIND =
      new ServedKind("", "v1", "ConfigMap", "configmaps", true, Set.of());

  @FuzzTest
  void is_read_or_refused(byte[] bytes) {
    long start = System.nanoTime();
    try {
      if (Json.read(bytes) instanceof MapNode object) {
        MetaReader.read(KIND, object).managed().forEach(SurvivesAnyMetadataTest::check);
      }
    } catch (JsonException | IOException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  private static void check(ManagedEntry entry) {
    FieldSet fields = entry.fields();
    var again = new FieldSet((MapNode) Json.read(Json.canonical(fields.fieldsV1())));

    assertThat(again.digest()).isEqualTo(fields.digest());
    assertThat(again.paths()).isEqualTo(fields.paths());
    assertThat(fields.lostIn(again)).isEmpty();
  }
}
