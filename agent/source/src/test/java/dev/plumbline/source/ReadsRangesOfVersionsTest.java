package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadsRangesOfVersionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        ">=1.0.0 <2.0.0         ; 1.0.0 1.9.9 ; 0.9.9 2.0.0 1.5.0-rc.1",
        ">= 1.0.0, < 2.0.0      ; 1.0.0 1.9.9 ; 2.0.0",
        "1.x                    ; 1.0.0 1.2.3 ; 2.0.0 0.1.0",
        "1                      ; 1.0.0 1.2.3 ; 2.0.0",
        "1.2                    ; 1.2.0 1.2.9 ; 1.3.0 1.1.9",
        "1.2.x                  ; 1.2.0 1.2.9 ; 1.3.0",
        "v1.2.*                 ; 1.2.0       ; 1.3.0",
        "1.2.3                  ; 1.2.3       ; 1.2.4",
        "=1.2.3                 ; 1.2.3       ; 1.2.4",
        "*                      ; 0.0.0 9.9.9 ; 1.0.0-rc.1",
        ">=1.2                  ; 1.2.0 2.0.0 ; 1.1.9",
        ">1.2                   ; 1.3.0 2.0.0 ; 1.2.0 1.2.9",
        ">11                    ; 12.0.0      ; 11.0.0 11.1.0",
        ">1.2.3                 ; 1.2.4       ; 1.2.3",
        "<=1.2                  ; 1.2.9 1.0.0 ; 1.3.0",
        "<=1                    ; 1.9.9 0.1.0 ; 2.0.0",
        "<=1.2.3                ; 1.2.3       ; 1.2.4",
        "<1.2                   ; 1.1.9       ; 1.2.0",
        "!=1.2.3                ; 1.2.4       ; 1.2.3",
        "1.x !=1.2.x            ; 1.1.0 1.3.0 ; 1.2.0 1.2.9",
        "~1.2                   ; 1.2.0 1.2.9 ; 1.3.0 1.1.0",
        "~1.2.3                 ; 1.2.3 1.2.9 ; 1.2.2 1.3.0",
        "~1                     ; 1.0.0 1.9.0 ; 2.0.0",
        "~> 1.2.3               ; 1.2.9       ; 1.3.0",
        "^1.2.3                 ; 1.2.3 1.9.0 ; 1.2.2 2.0.0",
        "^0.2.3                 ; 0.2.3 0.2.9 ; 0.3.0 0.2.2",
        "^0.0.3                 ; 0.0.3       ; 0.0.4",
        "^0.0                   ; 0.0.1 0.0.9 ; 0.1.0",
        "^0                     ; 0.0.1 0.9.0 ; 1.0.0",
        "1.2 - 1.4.5            ; 1.2.0 1.4.5 ; 1.4.6 1.1.9",
        "1.2.0 - 2.x            ; 1.2.0 2.9.9 ; 3.0.0",
        "<1.0.0 || >=2.0.0      ; 0.1.0 2.0.0 ; 1.0.0 1.9.0",
        ">=1.0.0-0 <2.0.0       ; 1.5.0-rc.1  ; 1.0.0-",
        ">=1.0.0-rc.1           ; 1.0.0-rc.2 1.0.0 2.0.0-a ; 1.0.0-rc.0 1.0.0-beta",
        "~1.2.0-0               ; 1.2.0-rc.1 1.2.5-rc.1 ; 1.3.0-rc.1",
        "1.0.0-rc.1             ; 1.0.0-rc.1  ; 1.0.0 1.0.0-rc.2",
        ">=1.0.0-0 <1.2.0 || 2.x ; 1.1.0-a 2.0.0 ; 2.0.0-a",
      })
  void holds_the_versions_it_should(String text, String inside, String outside) {
    var range = VersionRange.parse(text);

    for (String version : inside.split(" ", -1)) {
      assertThat(range.newest(List.of(version))).as(text + " holds " + version).hasValue(version);
      assertThat(range.newest(List.of("v" + version))).hasValue("v" + version);
    }
    for (String version : outside.split(" ", -1)) {
      assertThat(range.newest(List.of(version))).as(text + " holds no " + version).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "a",
        "1.2.3.4",
        "1.x.3",
        ">",
        ">=",
        "1.2 -",
        "|| 1.x",
        "1.x ||",
        ">*",
        "~*",
        "==1.0.0",
        "1.0.0 beta",
        "1.0.0;",
        "01.0.0",
        "1.99999999999999999999.0",
        ">=1.0.0 <",
        "latest",
        "-1",
      })
  void says_where_a_text_stops_being_a_range(String text) {
    assertThatThrownBy(() -> VersionRange.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(
            "(?s)'.*' (is not a range of versions at '.*'; expected such as '>=1\\.0\\.0 <2\\.0\\.0',"
                + " 1\\.x or ~1\\.2|has a number after one that is left open"
                + "|before an open version means nothing)");
  }

  @Test
  void a_range_without_end_is_not_read() {
    assertThatThrownBy(() -> VersionRange.parse(">=1.0.0 ".repeat(100)))
        .hasMessage("a range of 800 characters, at most 512 are read");
    assertThatThrownBy(() -> VersionRange.parse("1||".repeat(100)))
        .hasMessage("a range of 101 alternatives, at most 32 are read");
  }

  @Test
  void tags_that_are_no_versions_are_passed_over() {
    var all = VersionRange.parse("*");

    assertThat(all.newest(List.of("latest", "1.2", "v1", "01.2.3", "vv1.0.0", "1.0.0-01", "", "v")))
        .isEmpty();
    assertThat(all.newest(List.of("1.0.0", "x".repeat(100_000)))).hasValue("1.0.0");
    assertThat(all.newest(List.of("2.0.0", "10.0.0", "9.0.0"))).hasValue("10.0.0");
  }

  @Test
  void equal_versions_are_told_apart_whatever_their_order() {
    var all = VersionRange.parse("*");

    assertThat(all.newest(List.of("1.0.0", "v1.0.0", "1.0.0+b", "1.0.0+a"))).hasValue("1.0.0+b");
    assertThat(all.newest(List.of("1.0.0+a", "1.0.0+b", "v1.0.0", "1.0.0"))).hasValue("1.0.0+b");
  }

  @Test
  void knows_a_step_back() {
    assertThat(VersionRange.goesBack("v1.4.2", "v1.4.1")).isTrue();
    assertThat(VersionRange.goesBack("v1.4.2", "1.4.2")).isFalse();
    assertThat(VersionRange.goesBack("main", "v1.0.0")).isFalse();
  }

  // The example of semver.org §11.
  @Test
  void pre_releases_come_in_their_order() {
    var versions =
        List.of(
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0");

    for (int i = 1; i < versions.size(); i++) {
      assertThat(VersionRange.goesBack(versions.get(i), versions.get(i - 1))).isTrue();
      assertThat(VersionRange.goesBack(versions.get(i - 1), versions.get(i))).isFalse();
    }
  }

  @Property
  void a_caret_a_tilde_and_an_x_mean_what_they_are_short_for(
      @ForAll("numbers") int[] at, @ForAll("numbers") int[] version) {
    String tag = text(version);
    List<String> tags = List.of(tag);
    int next = at[0] + 1;

    same(
        "^%d.%d.%d".formatted(next, at[1], at[2]),
        ">=%d.%d.%d <%d.0.0".formatted(next, at[1], at[2], next + 1),
        tags);
    same("~" + text(at), ">=%s <%d.%d.0".formatted(text(at), at[0], at[1] + 1), tags);
    same("%d.x".formatted(at[0]), ">=%d.0.0 <%d.0.0".formatted(at[0], at[0] + 1), tags);
    same("!=" + text(at), "<%1$s || >%1$s".formatted(text(at)), tags);
  }

  @Property
  void any_text_is_read_or_refused_with_a_sentence(@ForAll String text) {
    try {
      VersionRange.parse(text).newest(List.of("1.0.0"));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  private static void same(String one, String other, List<String> tags) {
    assertThat(VersionRange.parse(one).newest(tags))
        .as("%s is %s for %s", one, other, tags)
        .isEqualTo(VersionRange.parse(other).newest(tags));
  }

  private static String text(int[] numbers) {
    return "%d.%d.%d".formatted(numbers[0], numbers[1], numbers[2]);
  }

  @Provide
  Arbitrary<int[]> numbers() {
    Arbitrary<Integer> number = Arbitraries.integers().between(0, 3);
    return Combinators.combine(number, number, number).as((a, b, c) -> new int[] {a, b, c});
  }
}
