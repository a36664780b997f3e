package dev.plumbline.apply;

import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Fields of an object that are left to others.
 *
 * <p>A field that is missing in an apply is deleted by the server where we are its only owner. So
 * it is left out only where another manager owns it by the time of the write, which that write's
 * resourceVersion makes sure of; else it is sent like any other.
 *
 * @param paths keys, and numbers of items
 */
record Ignored(List<List<String>> paths) {
  static final Ignored NOTHING = new Ignored(List.of());

  Ignored {
    paths = List.copyOf(paths);
  }

  /** Of JSON pointers. */
  static Ignored of(List<String> pointers) {
    return pointers.isEmpty()
        ? NOTHING
        : new Ignored(pointers.stream().map(Ignored::segments).toList());
  }

  private static List<String> segments(String pointer) {
    return Arrays.stream(pointer.substring(1).split("/", -1))
        .map(segment -> segment.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  boolean isEmpty() {
    return paths.isEmpty();
  }

  /** Whether a field, as managedFields has it, is one of these or below one. */
  boolean covers(List<String> field, MapNode body) {
    return paths.stream().anyMatch(path -> leadsTo(path, field, body));
  }

  private static boolean leadsTo(List<String> path, List<String> field, MapNode body) {
    Node here = body;
    for (int i = 0; i < path.size(); i++) {
      if (i >= field.size()) {
        return false;
      }
      if (here instanceof ListNode list) {
        Optional<Node> item = Fields.child(list, field.get(i));
        if (item.isEmpty() || !path.get(i).equals("" + list.items().indexOf(item.get()))) {
          return false;
        }
        here = item.get();
      } else if (field.get(i).equals("f:" + path.get(i))) {
        here = here instanceof MapNode map ? map.get(path.get(i)).orElse(null) : null;
      } else {
        return false;
      }
    }
    return true;
  }

  /**
   * The body less what others own of these fields on the live object.
   *
   * @param manager the name we apply under
   */
  MapNode without(MapNode body, Meta live, String manager) {
    var places = new ArrayList<List<String>>();
    for (ManagedEntry entry : live.managed()) {
      if (!entry.isApplyOf(manager) && !entry.subresource().equals("status")) {
        places.addAll(Fields.of(entry.fields()).placesIn(body));
      }
    }
    Node left = body;
    for (List<String> place : ignored(places)) {
      left = without(left, place);
    }
    return (MapNode) left;
  }

  // The later items of a list first, so that the numbers of the earlier ones stay right.
  private List<List<String>> ignored(List<List<String>> owned) {
    return owned.stream()
        .filter(place -> !Marks.isMark(place))
        .filter(place -> paths.stream().anyMatch(path -> isWithin(place, path)))
        .distinct()
        .sorted(Comparator.<List<String>, String>comparing(Ignored::order).reversed())
        .toList();
  }

  private static String order(List<String> place) {
    return String.join(
        "/", place.stream().map(segment -> isNumber(segment) ? padded(segment) : segment).toList());
  }

  private static String padded(String number) {
    return "0".repeat(10 - number.length()) + number;
  }

  private static boolean isNumber(String segment) {
    return segment.matches("[0-9]{1,9}");
  }

  private static boolean isWithin(List<String> place, List<String> path) {
    return place.size() >= path.size() && place.subList(0, path.size()).equals(path);
  }

  private static Node without(Node node, List<String> place) {
    String segment = place.getFirst();
    List<String> rest = place.subList(1, place.size());
    if (node instanceof MapNode map) {
      return map.get(segment)
          .<Node>map(
              child ->
                  rest.isEmpty() ? map.without(segment) : map.with(segment, without(child, rest)))
          .orElse(map);
    }
    if (!(node instanceof ListNode list) || Integer.parseInt(segment) >= list.items().size()) {
      return node;
    }
    int index = Integer.parseInt(segment);
    var items = new ArrayList<>(list.items());
    if (rest.isEmpty()) {
      items.remove(index);
    } else {
      items.set(index, without(items.get(index), rest));
    }
    return new ListNode(items, list.position());
  }
}
