package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.List;

/**
 * What happened to a resource so far, as far as later steps ask. kustomize keeps it in internal
 * annotations.
 *
 * @param previous names, namespaces and kinds it had, oldest first
 * @param prefixes added to its name, in order
 * @param suffixes added to its name, in order
 * @param behavior of the generator that made it
 * @param needsHash whether its name gets a hash in the end
 * @param vars that take their value from it
 */
record History(
    List<Previous> previous,
    List<String> prefixes,
    List<String> suffixes,
    Behavior behavior,
    boolean needsHash,
    List<String> vars) {
  static final History NONE =
      new History(List.of(), List.of(), List.of(), Behavior.UNSPECIFIED, false, List.of());

  History {
    previous = List.copyOf(previous);
    prefixes = List.copyOf(prefixes);
    suffixes = List.copyOf(suffixes);
    vars = List.copyOf(vars);
  }

  record Previous(String namespace, String name, String kind) {}

  /** What a generated resource does when one with its name exists. */
  enum Behavior {
    UNSPECIFIED("unspecified"),
    CREATE("create"),
    REPLACE("replace"),
    MERGE("merge");

    final String word;

    Behavior(String word) {
      this.word = word;
    }

    static Behavior of(String word) {
      for (var behavior : values()) {
        if (behavior.word.equals(word)) {
          return behavior;
        }
      }
      return UNSPECIFIED;
    }
  }

  static History generated(Behavior behavior, boolean needsHash) {
    return new History(List.of(), List.of(), List.of(), behavior, needsHash, List.of());
  }

  History and(String namespace, String name, String kind) {
    return new History(
        plus(previous, new Previous(namespace, name, kind)),
        prefixes,
        suffixes,
        behavior,
        needsHash,
        vars);
  }

  History withPrefix(String prefix) {
    return new History(previous, plus(prefixes, prefix), suffixes, behavior, needsHash, vars);
  }

  History withSuffix(String suffix) {
    return new History(previous, prefixes, plus(suffixes, suffix), behavior, needsHash, vars);
  }

  History withHash(boolean wanted) {
    return new History(previous, prefixes, suffixes, behavior, wanted, vars);
  }

  History withVar(String name) {
    return new History(previous, prefixes, suffixes, behavior, needsHash, plus(vars, name));
  }

  private static <T> List<T> plus(List<T> list, T last) {
    var longer = new ArrayList<>(list);
    longer.add(last);
    return longer;
  }
}
