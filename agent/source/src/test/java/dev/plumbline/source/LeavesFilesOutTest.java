package dev.plumbline.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LeavesFilesOutTest {
  @TempDir Path temporary;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.bak             | a.bak d/a.bak d/e/a.bak     | a.yaml",
        "/a.yaml           | a.yaml                      | d/a.yaml",
        "d/a.yaml          | d/a.yaml                    | a.yaml e/d/a.yaml",
        "d/                | d/a.yaml d/e/a.yaml x/d/a   | e/d",
        "d                 | d/a.yaml x/d                | e/f",
        "d/*               | d/a.yaml                    | d",
        "**/e              | e d/e d/f/e                 | ef",
        "d/**              | d/a d/e/f                   | d a",
        "d/**/f            | d/f d/e/f d/e/g/f           | f d/e",
        "a?c               | abc                         | ac abbc",
        "[a-c]x            | ax bx                       | dx",
        "[!a-c]x           | dx                          | ax",
        "\\!a              | !a                          | a",
        "\\#a              | #a                          | a",
        "*.yaml !keep.yaml | a.yaml d/a.yaml             | keep.yaml d/keep.yaml",
        "d/ !d/keep.yaml   | d/keep.yaml                 | a",
      })
  void rules_mean_what_they_mean_in_gitignore(String rules, String out, String in) {
    Ignored ignored = Ignored.NOTHING.and(rules.replace(' ', '\n').getBytes(UTF_8));

    for (String path : out.split(" ", -1)) {
      assertThat(leftOut(ignored, path)).as("%s leaves out %s", rules, path).isTrue();
    }
    for (String path : in.split(" ", -1)) {
      assertThat(leftOut(ignored, path)).as("%s keeps %s", rules, path).isFalse();
    }
  }

  @Test
  void comments_and_empty_lines_are_no_rules_and_trailing_space_counts_only_when_escaped() {
    Ignored ignored = Ignored.NOTHING.and("# a\n\n!\n/\na  \nb\\ \n".getBytes(UTF_8));

    assertThat(ignored.why("a", false)).hasValue("left out by .sourceignore: a");
    assertThat(ignored.why("b ", false)).isPresent();
    assertThat(ignored.why("b", false)).isEmpty();
    assertThat(ignored.why("# a", false)).isEmpty();
  }

  @Test
  void a_file_deeper_down_wins() {
    Ignored below =
        Ignored.NOTHING.and("*.tmp\n".getBytes(UTF_8)).in("d").and("!a.tmp\n/b\n".getBytes(UTF_8));

    assertThat(below.why("a.tmp", false)).isEmpty();
    assertThat(below.why("c.tmp", false)).hasValue("left out by .sourceignore: *.tmp");
    assertThat(below.why("b", false)).hasValue("left out by d/.sourceignore: /b");
  }

  @Test
  void rules_that_cannot_be_used_leave_out_everything_and_say_why() {
    Ignored tooMany = Ignored.NOTHING.in("d").and("a\n".repeat(1001).getBytes(UTF_8));

    assertThat(tooMany.in("e").why("x", false))
        .hasValue("nothing is read: d/.sourceignore has more than 1000 rules");
    assertThat(Ignored.NOTHING.andTooLarge().why("x", true))
        .hasValue("nothing is read: .sourceignore has more than 65536 bytes");
  }

  @Property
  void no_pattern_takes_long(@ForAll String pattern, @ForAll String name) {
    NamePattern.matches(pattern + "*a".repeat(100), name + "a".repeat(200) + "b");
  }

  /** Random rules and trees against the real git. */
  @Test
  void agrees_with_git_about_random_rules() throws Exception {
    var random = new Random(20261130);
    git("init", "-q");
    String[] parts = {"a", "b", "ab", "*", "?", "a*", "*b", "**", "[ab]", "[!a]b", "\\a"};
    var paths = new ArrayList<String>();
    for (String one : List.of("a", "b", "ab", "ba")) {
      for (String two : List.of("a", "b", "ab")) {
        for (String three : List.of("a", "bb")) {
          paths.add("%s/%s/%s".formatted(one, two, three));
        }
      }
    }
    for (String path : paths) {
      Files.createDirectories(temporary.resolve(path).getParent());
      Files.writeString(temporary.resolve(path), "");
    }
    for (int round = 0; round < 60; round++) {
      var rules = new StringBuilder();
      for (int rule = 0; rule < 1 + random.nextInt(3); rule++) {
        rules.append(random.nextInt(4) == 0 ? "!" : "").append(random.nextInt(4) == 0 ? "/" : "");
        int length = 1 + random.nextInt(3);
        for (int i = 0; i < length; i++) {
          rules.append(i > 0 ? "/" : "").append(parts[random.nextInt(parts.length)]);
        }
        rules.append(random.nextInt(4) == 0 ? "/" : "").append("\n");
      }
      Files.writeString(temporary.resolve(".gitignore"), rules);
      Ignored ignored = Ignored.NOTHING.and(rules.toString().getBytes(UTF_8));

      var kept = new TreeSet<String>();
      for (String path : paths) {
        if (!leftOut(ignored, path)) {
          kept.add(path);
        }
      }

      String shown = git("ls-files", "--others", "--exclude-standard", "*/*");
      var expected = new TreeSet<>(shown.isEmpty() ? List.of() : shown.lines().toList());
      assertThat(kept).as("rules:%n%s", rules).isEqualTo(expected);
    }
  }

  /** Walks down as a reader does: a directory that is left out is not entered. */
  private static boolean leftOut(Ignored root, String path) {
    Ignored here = root;
    String[] names = path.split("/", -1);
    for (int i = 0; i < names.length; i++) {
      if (here.why(names[i], i < names.length - 1).isPresent()) {
        return true;
      }
      here = here.in(names[i]);
    }
    return false;
  }

  private String git(String... arguments) throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(Stream.concat(Stream.of("git"), Stream.of(arguments)).toList())
            .directory(temporary.toFile());
    builder.environment().put("GIT_CONFIG_GLOBAL", "/dev/null");
    builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    return output;
  }
}
