package dev.plumbline.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ReadsManifestsAsKubernetesTest {
  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "yes | true",
        "on | true",
        "y | true",
        "n | false",
        "Off | false",
        "0777 | 511",
        "0o777 | 511",
        "0x1F | 31",
        "0b101 | 5",
        "1e3 | 1000",
        "1.0e+3 | 1000",
        "1.5 | 1.5",
        "1e21 | 1e+21",
        "1_000 | 1000",
        "+1 | 1",
        "007 | 7",
        "089 | 89",
        "12:30:45 | \"12:30:45\"",
        "2001-01-01 | \"2001-01-01\"",
        "2001-12-14T21:59:43.10-05:00 | \"2001-12-14T21:59:43.10-05:00\"",
        "~ | null",
        "Null | null",
        "TRUE | true",
        "12345678901234567890 | 12345678901234567890",
        "123456789012345678901234567890 | 1.2345678901234568e+29",
        "-9223372036854775809 | -9223372036854775808.0",
        "0x | \"0x\"",
        "_1 | \"_1\"",
        "1__0 | 10",
        ".5 | 0.5",
        "5. | 5",
        "1e400 | \"1e400\"",
        "!!str 1 | \"1\"",
        "!!int \"3\" | 3",
        "!!binary aGk= | \"hi\"",
        "!custom x | \"x\"",
        "\"yes\" | \"yes\"",
        "'0777' | \"0777\"",
        "=  | \"=\"",
        "[1, {a: b}] | [1,{\"a\":\"b\"}]",
      })
  void scalar(String yaml, String json) {
    Node value = ((MapNode) Manifests.read("v: " + yaml, "f").getFirst()).get("v").orElseThrow();

    assertThat(value).isEqualTo(expected(json));
  }

  // JSON has no -2^63-1, so the table says it as a double.
  private static Node expected(String json) {
    return json.endsWith(".0")
        ? ((MapNode) Manifests.read("v: " + json, "f").getFirst()).get("v").orElseThrow()
        : Json.read(json);
  }

  @Test
  void an_empty_value_is_null() {
    assertThat(Manifests.read("v:\n", "f").getFirst()).isEqualTo(Json.read("{\"v\":null}"));
  }

  @Test
  void the_key_y_is_a_boolean_too() {
    assertThat(Manifests.read("y: 1", "f").getFirst()).isEqualTo(Json.read("{\"true\":1}"));
  }

  @Test
  void keys_that_are_no_strings_become_strings() {
    assertThat(Manifests.read("{1: a, true: b, 0x10: c}", "f").getFirst())
        .isEqualTo(Json.read("{\"1\":\"a\",\"true\":\"b\",\"16\":\"c\"}"));
  }

  @Test
  void merge_keys_and_aliases_are_expanded() {
    String yaml =
        """
        base: &b {x: 1, z: 2}
        own:
          <<: *b
          z: 3
        list:
          <<: [{z: 4}, *b]
        use: *b
        """;

    assertThat(Manifests.read(yaml, "f").getFirst())
        .isEqualTo(
            Json.read(
                """
                {"base":{"x":1,"z":2},"own":{"x":1,"z":3},"list":{"x":1,"z":4},"use":{"x":1,"z":2}}
                """));
  }

  @Test
  void documents_are_read_in_order() {
    assertThat(Manifests.read("a: 1\n---\n---\nb: 2\n", "f"))
        .containsExactly(Json.read("{\"a\":1}"), Json.read("null"), Json.read("{\"b\":2}"));
  }

  @Test
  void json_is_yaml() {
    String json = "{\n\t\"a\": [1, 2.5, true, null, \"x\\n\\u00e9\"],\n\t\"b\": {}\n}\n";

    assertThat(Manifests.read(json, "f").getFirst()).isEqualTo(Json.read(json));
  }

  @Test
  void every_value_knows_its_line() {
    var map =
        (MapNode) Manifests.read("a: 1\nb:\n  c:\n  - d\n  - e: f\n", "dir/f.yaml").getFirst();

    assertThat(map.at("b", "c").orElseThrow().position()).hasToString("dir/f.yaml:3");
    assertThat(map.list("b", "c").get(1).position()).hasToString("dir/f.yaml:5");
  }

  @Test
  void a_repeated_key_is_refused_with_both_lines() {
    assertThatExceptionOfType(YamlException.class)
        .isThrownBy(() -> Manifests.read("data: 1\nx: 2\ndata: 3\n", "a/b.yaml"))
        .withMessage("a/b.yaml:3: mapping key \"data\" already defined at line 1");
  }

  @Test
  void broken_yaml_is_refused_with_its_line() {
    assertThatExceptionOfType(YamlException.class)
        .isThrownBy(() -> Manifests.read("a: b\nc: [1, 2\nd: e\n", "x.yaml"))
        .withMessageStartingWith("x.yaml:3: not YAML: ");
  }
}
