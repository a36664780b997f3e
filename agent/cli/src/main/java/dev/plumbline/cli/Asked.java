package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import java.util.ArrayList;
import java.util.List;

/**
 * Which objects are meant: {@code acme-prod}, {@code targets}, {@code target eu-1}, {@code
 * target/eu-1 target/us-1}.
 *
 * @param names none for all
 */
record Asked(ShownKind kind, List<String> names) {
  Asked {
    names = List.copyOf(names);
  }

  static Asked of(List<String> words) {
    if (words.isEmpty()) {
      return new Asked(ShownKind.SYNCS, List.of());
    }
    var kind = ShownKind.of(words.getFirst());
    if (kind.isPresent()) {
      return new Asked(kind.get(), plain(words.subList(1, words.size())));
    }
    return words.getFirst().contains("/")
        ? slashed(words)
        : new Asked(ShownKind.SYNCS, plain(words));
  }

  private static Asked slashed(List<String> words) {
    var names = new ArrayList<String>();
    ShownKind kind = null;
    for (String word : words) {
      int slash = word.indexOf('/');
      ShownKind now = slash < 0 ? ShownKind.SYNCS : kind(word.substring(0, slash));
      if (kind != null && kind != now) {
        throw Failure.misused(
            "%s and %s: one kind at a time".formatted(kind.plural(), now.plural()));
      }
      kind = now;
      names.add(word.substring(slash + 1));
    }
    return new Asked(kind, plain(names));
  }

  /** The one Sync that is meant: {@code web}, {@code sync/web}, {@code sync.plumbline.dev/web}. */
  static String sync(String word) {
    int slash = word.indexOf('/');
    String name = word.substring(slash + 1);
    boolean isSync =
        slash < 0
            || ShownKind.of(word.substring(0, slash)).filter(ShownKind.SYNCS::equals).isPresent();
    if (!isSync || name.isEmpty() || name.contains("/")) {
      throw Failure.misused("'%s' is no Sync; NAME or sync/NAME is expected".formatted(word));
    }
    return name;
  }

  private static ShownKind kind(String word) {
    return ShownKind.of(word)
        .orElseThrow(
            () ->
                Failure.misused(
                    "'%s' is no kind; kinds are %s".formatted(word, ShownKind.words())));
  }

  private static List<String> plain(List<String> names) {
    for (String name : names) {
      if (name.isEmpty() || name.contains("/")) {
        throw Failure.misused("'%s' is no name of an object".formatted(name));
      }
    }
    return names;
  }

  boolean covers(MapNode object) {
    return names.isEmpty() || names.contains(nameOf(object));
  }

  static String nameOf(MapNode object) {
    return object.text("metadata", "name").orElse("");
  }

  static Name fullNameOf(MapNode object) {
    return new Name(object.text("metadata", "namespace").orElse(""), nameOf(object));
  }
}
