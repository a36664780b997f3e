package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadsTimesOfMetadataTest {
  private static final ServedKind CONFIG_MAP =
      new ServedKind("", "v1", "ConfigMap", "configmaps", true, Set.of("list", "watch"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-30T22:40:06Z",
        "1970-01-01T00:00:00Z",
        "2024-02-29T23:59:59Z",
        "2026-11-30T22:40:06.123456Z"
      })
  void reads_every_time_a_server_writes(String text) throws Exception {
    assertThat(createdAt(text)).isEqualTo(Instant.parse(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2026-13-30T22:40:06Z", "2026-11-30T2a:40:06Z", "yesterday at tea timeZ"})
  void takes_what_is_no_time_for_none(String text) throws Exception {
    assertThat(createdAt(text)).isEqualTo(Instant.EPOCH);
  }

  @Test
  void takes_a_time_that_is_missing_for_none() throws Exception {
    assertThat(created("{\"name\": \"a\"}")).isEqualTo(Instant.EPOCH);
  }

  private static Instant createdAt(String time) throws Exception {
    return created("{\"name\": \"a\", \"creationTimestamp\": \"%s\"}".formatted(time));
  }

  private static Instant created(String metadata) throws Exception {
    var object = (MapNode) Json.read("{\"metadata\": %s}".formatted(metadata));
    return MetaReader.read(CONFIG_MAP, object).created();
  }
}
