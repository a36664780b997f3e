package dev.plumbline.yaml;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Each ends quickly, in our own exception. */
@Tag("SEC-REN-05")
final class RefusesHostileYamlTest {
  private static void refused(String why, Executable reading) {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(10),
        () -> {
          var thrown = Assertions.assertThrows(YamlException.class, reading);
          assertThat(thrown).hasMessageContaining(why);
        });
  }

  private static void refused(String why, String yaml) {
    refused(why, () -> Manifests.read(yaml, "f"));
    refused(why, () -> ResourceYaml.read(yaml, "f", 0));
    refused(why, () -> KustomizationYaml.read(yaml, "f"));
  }

  @Test
  void an_alias_bomb() {
    var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      bomb.append("a%d: &a%d [%s]\n".formatted(i, i, ("*a" + (i - 1) + ", ").repeat(10)));
    }

    refused("once aliases are expanded", bomb.toString());
  }

  @Test
  void one_scalar_of_many_megabytes_costs_no_more_than_many_small_ones() {
    String yaml = "a: \"" + "x".repeat(8 << 20) + "\"\n";

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(20), () -> assertThat(Manifests.read(yaml, "f")).hasSize(1));
  }

  @Test
  void twenty_thousand_brackets() {
    refused("nested deeper than 200", "[".repeat(20_000));
    refused("nested deeper than 200", "{a: ".repeat(20_000));
  }

  @Test
  void deep_block_nesting() {
    refused("nested deeper than 200", "- ".repeat(5_000) + "x");
  }

  @Test
  void an_escape_that_the_end_cuts_off() {
    for (String escape : List.of("\\x", "\\x4", "\\u", "\\U", "\\")) {
      refused("f:2: not YAML: ", "a: b\nc: \"" + escape);
    }
  }

  @Test
  void a_float_that_json_cannot_tell() {
    for (String value : List.of(".nan", ".NaN", ".inf", "-.Inf", "+.INF", "!!float .inf")) {
      String yaml = "a: " + value;
      String why = "has no JSON value";
      refused(why, () -> Manifests.read(yaml, "f"));
      refused(why, () -> KustomizationYaml.read(yaml, "f"));
      refused(why, () -> ResourceYaml.canonical(ResourceYaml.read(yaml, "f", 0).getFirst()));
    }
  }

  @Test
  void a_nul_character() {
    refused("not YAML", "a: \0b\n");
  }

  @Test
  void utf_16_and_broken_utf_8() {
    refused("UTF-16, expected UTF-8", () -> Manifests.read("a: b".getBytes(UTF_16), "f"));
    refused("not valid UTF-8", () -> Manifests.read("a: \u00e9".getBytes(ISO_8859_1), "f"));
  }

  @Test
  void a_hundred_thousand_documents() {
    String yaml = "a: 1\n---\n".repeat(100_000);

    refused("more than 50,000 documents", () -> Manifests.read(yaml, "f"));
    refused("more than 50,000 documents", () -> ResourceYaml.read(yaml, "f", 0));
  }

  @Test
  void a_huge_scalar() {
    refused("characters of YAML, the limit is", "a: " + "x".repeat(40_000_000));
  }

  @Test
  void an_anchor_that_holds_itself() {
    refused("unknown anchor", "a: &a [*a]\n");
  }

  @Test
  void a_tag_that_names_a_class() {
    var value = Manifests.read("!!javax.script.ScriptEngineManager x", "f").getFirst();

    assertThat(value).isEqualTo(Json.read("\"x\""));
  }

  @Test
  void a_merge_of_something_else() {
    assertThatExceptionOfType(YamlException.class)
        .isThrownBy(() -> Manifests.read("a: {<<: [1]}".getBytes(UTF_8), "f"))
        .withMessage("f:1: map merge requires map or sequence of maps as the value");
  }
}
