package dev.plumbline.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** One table per kind: what is so, the object, and what we say of it. */
final class HealthTablesTest {
  private record Row(String title, MapNode object, String expected) {}

  @TestFactory
  Stream<DynamicTest> every_row_is_told_as_the_table_says() {
    return rows()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.title, () -> assertThat(told(row.object)).isEqualTo(row.expected)));
  }

  @TestFactory
  Stream<DynamicTest> the_projection_is_enough_for_the_same_answer() {
    return rows()
        .map(
            row ->
                DynamicTest.dynamicTest(
                    row.title,
                    () ->
                        assertThat(told(HealthRules.project(row.object))).isEqualTo(row.expected)));
  }

  private static String told(MapNode object) {
    Health health = HealthRules.assess(object);
    return "%s %s: %s".formatted(health.status(), health.reason(), health.sentence());
  }

  private static Stream<Row> rows() {
    return Stream.of(
            "deployment",
            "statefulset",
            "daemonset",
            "replicaset",
            "job",
            "pod",
            "others",
            "custom")
        .flatMap(HealthTablesTest::rowsOf);
  }

  private static Stream<Row> rowsOf(String table) {
    return Arrays.stream(read("/health/" + table + ".txt").split("\n\n"))
        .map(
            block -> {
              String[] lines = block.strip().split("\n", -1);
              var object = (MapNode) Json.read(lines[1]);
              return new Row(table + ": " + lines[0], object, lines[2].substring("=> ".length()));
            });
  }

  private static String read(String resource) {
    try (var in = HealthTablesTest.class.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
