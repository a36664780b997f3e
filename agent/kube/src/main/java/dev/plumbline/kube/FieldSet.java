package dev.plumbline.kube;

import dev.plumbline.model.Digest128;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.util.Set;
import java.util.TreeSet;

/**
 * The fields one manager owns: {@code fieldsV1} of an entry of {@code metadata.managedFields}
 * (structured-merge-diff v4 notation: {@code f:name}, {@code k:{…}}, {@code v:…}, {@code .}).
 */
public record FieldSet(MapNode fieldsV1) {
  /**
   * Of all paths together, for a name of 100 kB above 100,000 fields would make 10 GB of them. That
   * is more than anybody reads, and they are for reading only.
   */
  private static final int MOST_CHARACTERS = 1 << 20;

  /** Over the canonical form: equal sets have equal digests however the server printed them. */
  public Digest128 digest() {
    return Digest128.of(Json.canonical(fieldsV1));
  }

  /**
   * The leaves as people write them: {@code .spec.template.spec.containers[name="web"].image}; a
   * map or list item that is owned itself is there too, without its children's paths being removed.
   * The first million characters of them.
   */
  public Set<String> paths() {
    var paths = new Paths();
    collect(fieldsV1, "", paths);
    return paths.all;
  }

  private static final class Paths {
    private final Set<String> all = new TreeSet<>();
    private int left = MOST_CHARACTERS;

    void add(String path) {
      left -= path.length();
      if (left >= 0) {
        all.add(path);
      }
    }
  }

  /** What is in this set and no longer in {@code later}. */
  public Set<String> lostIn(FieldSet later) {
    var lost = new TreeSet<>(paths());
    lost.removeAll(later.paths());
    return lost;
  }

  private static void collect(MapNode set, String prefix, Paths paths) {
    if (paths.left < 0) {
      return;
    }
    if (set.isEmpty() && !prefix.isEmpty()) {
      paths.add(prefix);
      return;
    }
    set.entries()
        .forEach(
            (key, child) -> {
              if (key.equals(".")) {
                paths.add(prefix);
              } else {
                collect(asMap(child), prefix + segment(key), paths);
              }
            });
  }

  private static MapNode asMap(Node node) {
    return node instanceof MapNode map ? map : MapNode.EMPTY;
  }

  private static String segment(String key) {
    String rest = key.length() > 2 ? key.substring(2) : "";
    return switch (key.isEmpty() ? ' ' : key.charAt(0)) {
      case 'f' -> rest.matches("[A-Za-z0-9_-]+") ? "." + rest : "[\"" + rest + "\"]";
      case 'k' -> "[" + selector(rest) + "]";
      case 'v' -> "[=" + rest + "]";
      default -> "[" + rest + "]";
    };
  }

  private static String selector(String json) {
    MapNode keys;
    try {
      keys = asMap(Json.read(json));
    } catch (JsonException e) {
      return json;
    }
    var selector = new StringBuilder();
    keys.entries()
        .forEach(
            (name, value) -> {
              if (!selector.isEmpty()) {
                selector.append(',');
              }
              selector.append(name).append('=').append(Json.canonical(value));
            });
    return selector.toString();
  }
}
