package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Kubernetes' text form of label selectors: {@code a=b, c!=d, e in (x,y), f, !g, h>3}. */
final class LabelSelector {
  private final String text;
  private int at;

  private LabelSelector(String text) {
    this.text = text;
  }

  /** An empty text selects everything. */
  static Predicate<Map<String, String>> parse(String text) {
    var parser = new LabelSelector(text);
    Predicate<Map<String, String>> all = _ -> true;
    parser.skipSpace();
    while (parser.at < text.length()) {
      all = all.and(parser.requirement());
      parser.skipSpace();
      if (parser.at < text.length()) {
        parser.expect(',');
        parser.skipSpace();
        if (parser.at == text.length()) {
          throw parser.error("found '', expected: identifier after ','");
        }
      }
    }
    return all;
  }

  private Predicate<Map<String, String>> requirement() {
    if (peek() == '!') {
      at++;
      skipSpace();
      String key = word();
      return labels -> !labels.containsKey(key);
    }
    String key = word();
    skipSpace();
    return switch (peek()) {
      case '=' -> {
        at += text.startsWith("==", at) ? 2 : 1;
        String value = value();
        yield labels -> value.equals(labels.get(key));
      }
      case '!' -> {
        at++;
        expect('=');
        String value = value();
        yield labels -> !value.equals(labels.get(key));
      }
      case '<', '>' -> {
        boolean greater = text.charAt(at++) == '>';
        long bound = number(value());
        yield labels -> compares(labels.get(key), bound, greater);
      }
      case ',', '\0' -> labels -> labels.containsKey(key);
      default -> set(key);
    };
  }

  private Predicate<Map<String, String>> set(String key) {
    String operator = word();
    skipSpace();
    return switch (operator) {
      case "in" -> {
        var values = values();
        yield labels -> labels.containsKey(key) && values.contains(labels.get(key));
      }
      case "notin" -> {
        var values = values();
        yield labels -> !labels.containsKey(key) || !values.contains(labels.get(key));
      }
      default ->
          throw error("found '%s', expected: in, notin, =, ==, !=, gt, lt".formatted(operator));
    };
  }

  private List<String> values() {
    expect('(');
    int close = text.indexOf(')', at);
    if (close < 0) {
      throw error("expected ')'");
    }
    var values = new ArrayList<String>();
    Arrays.stream(text.substring(at, close).split(",", -1)).map(String::strip).forEach(values::add);
    at = close + 1;
    return values;
  }

  private String value() {
    skipSpace();
    return peek() == ',' || peek() == '\0' ? "" : word();
  }

  private long number(String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw error("'%s' is not an integer".formatted(value));
    }
  }

  private static boolean compares(String label, long bound, boolean greater) {
    if (label == null) {
      return false;
    }
    try {
      long value = Long.parseLong(label);
      return greater ? value > bound : value < bound;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private String word() {
    int start = at;
    while (at < text.length() && "=!<>(), \t".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at == start) {
      throw error("found '%s', expected: identifier".formatted(text.substring(at)));
    }
    return text.substring(start, at);
  }

  private void skipSpace() {
    while (at < text.length() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
      at++;
    }
  }

  private void expect(char c) {
    if (peek() != c) {
      throw error("found '%s', expected: %s".formatted(text.substring(at), c));
    }
    at++;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private BuildException error(String why) {
    return new BuildException("unable to parse requirement: %s (in \"%s\")".formatted(why, text));
  }
}
