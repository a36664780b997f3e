package dev.plumbline.source;

import dev.plumbline.model.Digest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which files of a tree are left out: what {@code .sourceignore} files say, in the syntax of {@code
 * .gitignore}. A file deeper down wins over one above it, and a later line over an earlier one;
 * what is in a directory that is left out stays out.
 */
public final class Ignored {
  /** The name of the files with rules. */
  public static final String FILE = ".sourceignore";

  /** Of one file with rules. */
  public static final int MAX_BYTES = 64 << 10;

  private static final int MAX_RULES = 1000;
  private static final int MAX_FILES = 16;

  /** At the root of a tree, before its own rules are known. */
  public static final Ignored NOTHING = new Ignored(List.of(), "", List.of(), Optional.empty());

  private final List<String> path;
  private final String id;
  private final List<Rules> files;
  private final Optional<String> broken;

  private Ignored(List<String> path, String id, List<Rules> files, Optional<String> broken) {
    this.path = path;
    this.id = id;
    this.files = files;
    this.broken = broken;
  }

  private record Rules(int depth, String where, List<IgnoreRule> rules) {}

  /** One directory further down. */
  public Ignored in(String name) {
    var deeper = new ArrayList<>(path);
    deeper.add(name);
    return new Ignored(List.copyOf(deeper), id, files, broken);
  }

  /** The path of a name in this directory. */
  public String where(String name) {
    return path.isEmpty() ? name : String.join("/", path) + "/" + name;
  }

  /** With the rules of a file in this directory. */
  public Ignored and(byte[] file) {
    List<IgnoreRule> rules = rules(new String(file, StandardCharsets.UTF_8));
    if (rules.size() > MAX_RULES) {
      return broken("has more than %d rules".formatted(MAX_RULES));
    }
    if (files.size() == MAX_FILES) {
      return broken("is one of more than %d inside each other".formatted(MAX_FILES));
    }
    var all = new ArrayList<>(files);
    all.add(new Rules(path.size(), where(FILE), rules));
    return new Ignored(path, idWith(Digest.of(file).hex()), List.copyOf(all), broken);
  }

  /** With a file in this directory that is larger than is read. */
  public Ignored andTooLarge() {
    return broken("has more than %d bytes".formatted(MAX_BYTES));
  }

  // What was to be left out must not be delivered for want of rules.
  private Ignored broken(String why) {
    return new Ignored(
        path,
        idWith(why),
        files,
        Optional.of("nothing is read: %s %s".formatted(where(FILE), why)));
  }

  private String idWith(String more) {
    return "-" + Digest.of(id + where(FILE) + "\n" + more).first(32);
  }

  private static List<IgnoreRule> rules(String text) {
    return text.lines().flatMap(line -> IgnoreRule.parse(line).stream()).toList();
  }

  /** Equal where the same files say the same; empty where there are none. */
  public String id() {
    return id;
  }

  /** Why a name in this directory is left out; empty where it is not. */
  public Optional<String> why(String name, boolean directory) {
    if (broken.isPresent() || files.isEmpty()) {
      return broken;
    }
    var whole = new ArrayList<>(path);
    whole.add(name);
    for (Rules file : files.reversed()) {
      Optional<IgnoreRule> rule =
          last(file.rules, whole.subList(file.depth, whole.size()), directory);
      if (rule.isPresent()) {
        return rule.filter(IgnoreRule::ignores)
            .map(found -> "left out by %s: %s".formatted(file.where, found.line()));
      }
    }
    return Optional.empty();
  }

  private static Optional<IgnoreRule> last(
      List<IgnoreRule> rules, List<String> path, boolean directory) {
    for (IgnoreRule rule : rules.reversed()) {
      if (rule.matches(path, directory)) {
        return Optional.of(rule);
      }
    }
    return Optional.empty();
  }
}
