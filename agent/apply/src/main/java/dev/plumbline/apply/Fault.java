package dev.plumbline.apply;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the line a server's complaint is about, from the field path in its message. */
final class Fault {
  // unknown field "spec.template.spec.contaners"; .spec.replcas: field not declared in schema;
  // .spec.template.spec.containers[name="web"].imagee: field not declared in schema;
  // spec.ports[0].port: Invalid value
  private static final String SELECTOR = "\\[(?:[^\\]\"\\s]|\"[^\"]{0,253}\"){1,300}\\]";
  private static final List<Pattern> PATHS =
      List.of(
          Pattern.compile("(?:unknown|duplicate) field \"([^\"]{1,500})\""),
          Pattern.compile("(?:^|\\s)\\.([A-Za-z](?:[^\\s:\\[]|" + SELECTOR + "){0,500}):"),
          Pattern.compile("(?:^|[\\s\\[])((?:spec|metadata|data|rules|subjects)[^\\s:]{1,500}):"));
  private static final Pattern SEGMENT =
      Pattern.compile("([^.\\[\\]]+)|\\[(\\d+)\\]|(" + SELECTOR + ")");
  private static final Pattern KEY = Pattern.compile("([A-Za-z]+)=(?:\"([^\"]*)\"|([^,\\]]*))");

  private Fault() {}

  /**
   * The line of the field the message names, as deep as it exists; else where the object starts.
   */
  static Position position(Wanted wanted, String message) {
    for (Pattern pattern : PATHS) {
      Matcher match = pattern.matcher(message);
      if (match.find()) {
        Position found = deepest(wanted.body(), match.group(1));
        return found.known() ? found : wanted.where();
      }
    }
    return wanted.where();
  }

  private static Position deepest(Node node, String path) {
    Node here = node;
    Position position = here.position();
    Matcher segment = SEGMENT.matcher(path);
    while (segment.find()) {
      Optional<Node> next = child(here, segment);
      if (next.isEmpty()) {
        break;
      }
      here = next.get();
      position = here.position().known() ? here.position() : position;
    }
    return position;
  }

  private static Optional<Node> child(Node parent, Matcher segment) {
    if (parent instanceof MapNode map) {
      return Optional.ofNullable(segment.group(1)).flatMap(map::get);
    }
    if (!(parent instanceof ListNode list)) {
      return Optional.empty();
    }
    if (segment.group(2) != null) {
      int index =
          segment.group(2).length() < 7 ? Integer.parseInt(segment.group(2)) : Integer.MAX_VALUE;
      return index < list.items().size() ? Optional.of(list.items().get(index)) : Optional.empty();
    }
    return Optional.ofNullable(segment.group(3)).flatMap(keys -> item(list, keys));
  }

  // A key that the manifest leaves out has the schema's default in the message.
  private static Optional<Node> item(ListNode list, String selector) {
    return list.items().stream()
        .filter(item -> item instanceof MapNode map && matches(map, selector))
        .findFirst();
  }

  private static boolean matches(MapNode item, String selector) {
    Matcher key = KEY.matcher(selector);
    boolean any = false;
    while (key.find()) {
      String value = key.group(2) == null ? key.group(3) : key.group(2);
      Optional<Node> own = item.get(key.group(1));
      if (own.isPresent()
          && !(own.get() instanceof ScalarNode scalar && scalar.text().equals(value))) {
        return false;
      }
      any |= own.isPresent();
    }
    return any;
  }
}
