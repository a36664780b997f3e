package dev.plumbline.kustomize;

import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Random choices that a seed repeats, and the odd texts they are made from. */
final class Chance {
  static final List<String> NAMES = List.of("web", "db", "api", "job", "x1", "a.b", "app-web");

  private static final List<String> ODD =
      List.of(
          "1",
          "\"1\"",
          "yes",
          "\"yes\"",
          "0777",
          "0o17",
          "1e3",
          "~",
          "null",
          "\"\"",
          "abc",
          "on",
          "\"a: b\"",
          "'x'",
          "1.5",
          "2001-01-01",
          "12:30",
          "\"\\t\"",
          "-0",
          ".5",
          "0x1F",
          "1_000",
          "[]",
          "{}",
          "y",
          "'no'",
          "\"01\"",
          "089",
          "1e21",
          "1e-7",
          "'# no'",
          "a#b",
          "\"a\\nb\"",
          "\"a \\nb\"",
          "\"\\u00e9\"",
          "\u00fc",
          "\"\\U0001F600\"",
          "!!str 1",
          "- ",
          "'- x'",
          "{a: 1, b: [x, null]}",
          "[1, [2, [3]], {a: b}]",
          "\" lead\"",
          "\"trail \"",
          "=",
          "<<",
          "12345678901234567890",
          "123456789.5",
          "'it''s'",
          "true",
          "False",
          "TRUE",
          "*",
          "long ".repeat(30).strip(),
          "'" + "word ".repeat(25) + "'",
          "x".repeat(130),
          "\"" + "q\\\" ".repeat(30) + "\"",
          "$(V)",
          "a$(V)b",
          "https://x.example/a?b=c");

  private static final List<String> BLOCKS =
      List.of(
          "|\n%smulti\n%sline\n",
          "|-\n%smulti\n%s  line\n",
          "|+\n%smulti\n%sline\n\n",
          ">-\n%sfold\n%smore\n",
          ">\n%sfold\n%s  indented\n",
          "|2-\n%s  lead\n%sline\n",
          "|\n%s# not a comment\n%skey: value\n");

  private final Random random;

  Chance(long seed) {
    this.random = new Random(seed);
  }

  boolean of(double probability) {
    return random.nextDouble() < probability;
  }

  /** From the first to the last, both included. */
  int between(int first, int last) {
    return random.nextInt(first, last + 1);
  }

  String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  String name() {
    return one(NAMES);
  }

  /** The text that often, else nothing. */
  String maybe(double probability, Supplier<String> text) {
    return of(probability) ? text.get() : "";
  }

  String times(int first, int last, Supplier<String> text) {
    var all = new StringBuilder();
    for (int i = between(first, last); i > 0; i--) {
      all.append(text.get());
    }
    return all.toString();
  }

  /** A value that fits on a line, a null or a map among them. */
  String odd() {
    String value = one(ODD);
    return value.equals("- ") || value.equals("*") ? "'" + value + "'" : value;
  }

  /** A value of a string map: quoted mostly, else whatever people write. */
  String text() {
    return of(0.7) ? one("a", "b", "\"1\"", "\"yes\"", "'null'", "z9", "\"\"", "a/b") : odd();
  }

  /** A value of one line or of several, ended; for a key that stands so far to the right. */
  String value(int indentation) {
    String blanks = " ".repeat(indentation + 2);
    return of(0.25) ? one(BLOCKS).replace("%s", blanks) : odd() + one("", "", "  # note") + "\n";
  }
}
