package dev.plumbline.source.git;

import dev.plumbline.source.Ignored;
import dev.plumbline.source.git.Changes.Everything;
import dev.plumbline.source.git.Changes.Paths;
import dev.plumbline.source.git.ParsedTree.Entry;
import dev.plumbline.source.git.ParsedTree.Kind;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.jgit.lib.ObjectId;

/** Which files and links differ between two trees. Equal subtrees are not entered. */
final class TreeDiff {
  private final GitObjects objects;
  private final Set<String> changed = new TreeSet<>();

  private TreeDiff(GitObjects objects) {
    this.objects = objects;
  }

  static Changes between(GitObjects objects, ObjectId from, ObjectId to) throws IOException {
    try {
      var diff = new TreeDiff(objects);
      diff.compare("", from, to, 0);
      return diff.changed.stream().anyMatch(TreeDiff::decidesAboutOthers)
          ? new Everything("a %s changed".formatted(Ignored.FILE))
          : new Paths(diff.changed);
    } catch (TooMuch e) {
      return new Everything(e.getMessage());
    }
  }

  private static boolean decidesAboutOthers(String path) {
    return path.equals(Ignored.FILE) || path.endsWith("/" + Ignored.FILE);
  }

  private void compare(String path, ObjectId from, ObjectId to, int depth)
      throws IOException, TooMuch {
    if (from.equals(to)) {
      return;
    }
    ParsedTree before = tree(path, from, depth);
    ParsedTree after = tree(path, to, depth);
    var names = new HashSet<>(before.entries().keySet());
    names.addAll(after.entries().keySet());
    for (String name : names) {
      String at = path.isEmpty() ? name : path + "/" + name;
      Entry old = before.entries().get(name);
      Entry young = after.entries().get(name);
      if (old != null
          && young != null
          && old.kind() == Kind.DIRECTORY
          && young.kind() == old.kind()) {
        compare(at, old.id(), young.id(), depth + 1);
      } else if (old == null || !old.equals(young)) {
        add(at, old, depth);
        add(at, young, depth);
      }
    }
  }

  private void add(String path, Entry entry, int depth) throws IOException, TooMuch {
    if (entry == null) {
      return;
    }
    if (entry.kind() != Kind.DIRECTORY) {
      changed.add(path);
      if (changed.size() > objects.limits().changedPaths()) {
        throw new TooMuch("more than %d paths differ".formatted(objects.limits().changedPaths()));
      }
      return;
    }
    for (var below : tree(path, entry.id(), depth + 1).entries().entrySet()) {
      add(path + "/" + below.getKey(), below.getValue(), depth + 1);
    }
  }

  private ParsedTree tree(String path, ObjectId id, int depth) throws IOException, TooMuch {
    if (depth > objects.limits().treeDepth()) {
      throw new TooMuch("directories nest deeper than " + objects.limits().treeDepth());
    }
    ParsedTree tree = objects.tree(id);
    if (!tree.readable()) {
      throw new TooMuch("directory '%s' has too many names to compare".formatted(path));
    }
    return tree;
  }

  private static final class TooMuch extends Exception {
    private static final long serialVersionUID = 1;

    TooMuch(String why) {
      super(why);
    }
  }
}
