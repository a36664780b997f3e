package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.SyncSpec;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a definition that is older or looser than ours let through (SEC-NET-08). */
final class NamesTheFieldThatIsWrongTest {
  static Stream<Arguments> specs() {
    String nines = "9".repeat(100_000);
    return Stream.of(
        wrong(
            "\"timeout\":\"-5m\"",
            "spec.timeout is wrong: '-5m' is no duration such as 90s, 5m or 1h30m"),
        wrong("\"timeout\":\"25h\"", "spec.timeout is 25h, expected 1s to 24h"),
        wrong(
            "\"timeout\":\"" + nines + "\"",
            "spec.timeout is wrong: a text of 100,000 characters is no duration such as 90s, 5m or 1h30m"),
        wrong("\"timeout\":5", "spec.timeout is a number, expected a text"),
        wrong(
            "\"path\":\"" + nines + "\"",
            "spec.path has 100,000 characters, at most 1,024 are allowed"),
        wrong("\"wait\":\"yes\"", "spec.wait is a text, expected true or false"),
        wrong("\"prune\":[]", "spec.prune is a list, expected an object"),
        wrong(
            "\"prune\":{\"enabled\":1}", "spec.prune.enabled is a number, expected true or false"),
        wrong("\"preflight\":\"" + nines + "\"", "spec.preflight is none of Always, Never"),
        wrong(
            "\"suspend\":{\"until\":\"soon\"}",
            "spec.suspend.until is no time such as 2026-11-30T12:00:00Z"),
        wrong("\"targetRef\":{}", "spec.targetRef.name is missing"),
        wrong("\"targetRef\":null", "spec.targetRef is missing"));
  }

  @ParameterizedTest
  @MethodSource("specs")
  void of_a_spec(String field, String sentence) {
    String json = Samples.SYNC.strip();
    var spec = TestJson.of(json.substring(0, json.length() - 1) + "," + field + "}");

    assertThatThrownBy(() -> RecordReader.read(SyncSpec.class, spec, "spec"))
        .isInstanceOf(MalformedException.class)
        .hasMessage(sentence);
  }

  @Test
  void of_a_status_down_to_the_item() {
    var status =
        TestJson.of(
            """
            {"conditions":[{"type":"Ready","status":"Maybe"}],
             "observed":{"main":{"commit":"%s","at":"2026-11-30T12:00:00Z"}}}"""
                .formatted("a".repeat(40)));

    assertThatThrownBy(() -> RecordReader.read(RepositoryStatus.class, status, "status"))
        .hasMessage("status.conditions[0].status is none of True, False, Unknown");
  }

  private static Arguments wrong(String field, String sentence) {
    return Arguments.of(field, sentence);
  }
}
