package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is wrong with an object of ours, as its status says. */
final class Remarks {
  private static final int MOST = 4;

  private Remarks() {}

  /** What is not as wanted, object by object; and why it is not Ready, where that is not it. */
  static List<String> of(MapNode object) {
    List<MapNode> blocked = maps(object, "status", "blocked");
    var remarks = new ArrayList<String>();
    notReady(object)
        .filter(why -> blocked.stream().noneMatch(held -> why.contains(text(held, "object"))))
        .ifPresent(remarks::add);
    blocked.forEach(
        held ->
            remarks.add(
                "%s: %s: %s"
                    .formatted(text(held, "object"), text(held, "reason"), text(held, "message"))));
    if (remarks.size() > MOST) {
      int more = remarks.size() - MOST + 1;
      remarks.subList(MOST - 1, remarks.size()).clear();
      remarks.add("and %d more: plumb get -o yaml".formatted(more));
    }
    return remarks;
  }

  /** Why it is not Ready; empty where it is, or nobody said. */
  static Optional<String> notReady(MapNode object) {
    return ready(object)
        .filter(condition -> !text(condition, "status").equals("True"))
        .map(condition -> text(condition, "message"))
        .filter(message -> !message.isEmpty());
  }

  /** Its condition Ready. */
  static Optional<MapNode> ready(MapNode object) {
    return maps(object, "status", "conditions").stream()
        .filter(condition -> text(condition, "type").equals("Ready"))
        .findFirst();
  }

  private static List<MapNode> maps(MapNode map, String... path) {
    return map.list(path).stream()
        .flatMap(item -> item instanceof MapNode found ? Stream.of(found) : Stream.empty())
        .toList();
  }

  private static String text(MapNode map, String... path) {
    return map.text(path).orElse("");
  }
}
