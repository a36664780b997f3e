package dev.plumbline.testkit;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The part of kubectl's JSONPath that tests use: {@code .a.b}, {@code [0]}, {@code [-1:]}, {@code
 * [*]} and {@code [?(@.type=='Ready')]}. It prints as kubectl does, which costs a process each
 * time.
 */
final class JsonPath {
  private static final Pattern STEP =
      Pattern.compile(
          "\\.(?<key>[\\w-]+)|\\[(?<index>\\d+)]|\\[(?<last>-1:)]|\\[(?<all>\\*)]"
              + "|\\[\\?\\(@\\.(?<name>\\w+)==(?<quote>['\"])(?<value>[^'\"]*)\\k<quote>\\)]");

  private JsonPath() {}

  /** What is there, several with blanks between; empty where nothing is. */
  static String of(Node node, String path) {
    List<Node> found = List.of(node);
    Matcher step = STEP.matcher(path);
    int at = 0;
    while (at < path.length()) {
      if (!step.find(at) || step.start() != at) {
        throw new IllegalArgumentException("not understood: " + path.substring(at));
      }
      found = found.stream().flatMap(one -> next(one, step)).toList();
      at = step.end();
    }
    return found.stream().map(JsonPath::print).collect(Collectors.joining(" "));
  }

  private static Stream<Node> next(Node node, Matcher step) {
    if (step.group("key") != null) {
      return node instanceof MapNode map ? map.at(step.group("key")).stream() : Stream.empty();
    }
    List<Node> items = node instanceof ListNode list ? list.items() : List.of();
    if (step.group("index") != null) {
      int index = Integer.parseInt(step.group("index"));
      return index < items.size() ? Stream.of(items.get(index)) : Stream.empty();
    }
    if (step.group("last") != null) {
      return items.isEmpty() ? Stream.empty() : Stream.of(items.getLast());
    }
    return step.group("all") != null
        ? items.stream()
        : items.stream().filter(item -> hasText(item, step.group("name"), step.group("value")));
  }

  private static boolean hasText(Node item, String name, String value) {
    return item instanceof MapNode map && map.text(name).orElse("").equals(value);
  }

  private static String print(Node node) {
    return node instanceof ScalarNode scalar ? scalar.text() : Json.write(node);
  }
}
