package dev.plumbline.apply;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the line a server's complaint is about, from the field path in its message. */
final class Fault {
  // unknown field "spec.template.spec.contaners"; .spec.replcas: field not declared in schema;
  // spec.ports[0].port: Invalid value
  private static final List<Pattern> PATHS =
      List.of(
          Pattern.compile("(?:unknown|duplicate) field \"([^\"]{1,500})\""),
          Pattern.compile("(?:^|\\s)\\.([A-Za-z][^\\s:]{0,500}):"),
          Pattern.compile("(?:^|[\\s\\[])((?:spec|metadata|data|rules|subjects)[^\\s:]{1,500}):"));
  private static final Pattern SEGMENT = Pattern.compile("([^.\\[\\]]+)|\\[(\\d+)\\]");

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
      Node next = null;
      if (segment.group(1) != null && here instanceof MapNode map) {
        next = map.entries().get(segment.group(1));
      } else if (segment.group(2) != null && here instanceof ListNode list) {
        int index = segment.group(2).length() < 7 ? Integer.parseInt(segment.group(2)) : -1;
        next = index >= 0 && index < list.items().size() ? list.items().get(index) : null;
      }
      if (next == null) {
        break;
      }
      here = next;
      position = here.position().known() ? here.position() : position;
    }
    return position;
  }
}
