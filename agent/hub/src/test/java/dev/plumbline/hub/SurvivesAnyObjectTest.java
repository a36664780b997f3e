package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.hub.Lookup.Found;
import dev.plumbline.hub.Lookup.Malformed;
import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Whatever stands in the hub under our kinds, it is an object or is told to be none in a sentence,
 * soon. What was read is written and read to the same.
 */
@Tag("SEC-NET-08")
public final class SurvivesAnyObjectTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final List<HubKind<?, ?>> KINDS =
      List.of(
          HubKind.REPOSITORY, HubKind.TARGET, HubKind.ENVIRONMENT, HubKind.TENANT, HubKind.SYNC);

  @FuzzTest
  void is_an_object_or_told_to_be_none(byte[] bytes) {
    long start = System.nanoTime();
    try {
      if (Json.read(bytes) instanceof MapNode body) {
        KINDS.forEach(kind -> read(kind, body));
      }
    } catch (JsonException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  private static <S extends Record, T extends Record> void read(HubKind<S, T> kind, MapNode body) {
    switch (kind.read(body)) {
      case Found<S, T>(var object) -> {
        MapNode written = RecordWriter.write(object.spec());
        assertThat(RecordReader.read(kind.specType(), written, "spec")).isEqualTo(object.spec());
        MapNode status = RecordWriter.write(object.status());
        assertThat(RecordReader.read(kind.statusType(), status, "status"))
            .isEqualTo(object.status());
      }
      case Malformed<S, T> malformed ->
          assertThat(malformed.sentence()).startsWith(kind.kind() + " ").contains("cannot be used");
      case Lookup.Absent<S, T> absent -> throw new AssertionError("what is there is not absent");
    }
  }
}
