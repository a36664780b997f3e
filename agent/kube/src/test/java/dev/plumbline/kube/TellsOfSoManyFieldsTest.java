package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Names of fields are whatever somebody called them. */
@Tag("SEC-NET-06")
final class TellsOfSoManyFieldsTest {
  private static final int NAME = 100_000;
  private static final int FIELDS = 20_000;

  @Test
  void a_long_name_above_many_fields_makes_no_mountain_of_paths() {
    String fields =
        IntStream.range(0, FIELDS)
            .mapToObj("\"f:%d\":{}"::formatted)
            .collect(Collectors.joining(","));
    var set =
        (MapNode) Json.read("{\"f:data\":{\"f:%s\":{%s}}}".formatted("a".repeat(NAME), fields));

    var paths = new FieldSet(set).paths();

    assertThat(paths).isNotEmpty();
    assertThat(paths.stream().mapToLong(String::length).sum()).isLessThan(2_000_000);
  }
}
