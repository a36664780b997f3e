package dev.plumbline.source;

import dev.plumbline.model.FileTree;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;

/**
 * Walks one path through a tree and follows the symbolic links on the way, inside the tree only.
 * Nothing but {@link Slot}s is ever asked, so there is no outside that could be reached.
 */
public final class PathWalk {
  /** As many as Linux follows. */
  private static final int MAX_LINKS = 40;

  private static final int MAX_TARGET = 4096;

  private final int maxDepth;
  private final List<Slot.Directory> above = new ArrayList<>();
  private final List<String> here = new ArrayList<>();
  private final List<String> links = new ArrayList<>();
  private final Deque<String> ahead = new ArrayDeque<>();

  private PathWalk(Slot.Directory root, int maxDepth) {
    this.maxDepth = maxDepth;
    above.add(root);
  }

  /** What stands at {@code path} below {@code root}. */
  public static FileTree.Entry lookup(Slot.Directory root, String path, int maxDepth)
      throws IOException {
    if (!wellFormed(path)) {
      return new FileTree.Absent(path, "not a path inside the tree", List.of());
    }
    return new PathWalk(root, maxDepth).walk(path);
  }

  private static boolean wellFormed(String path) {
    if (path.isEmpty()) {
      return true;
    }
    return path.indexOf('\0') < 0
        && Arrays.stream(path.split("/", -1))
            .noneMatch(name -> name.isEmpty() || name.equals(".") || name.equals(".."));
  }

  private FileTree.Entry walk(String path) throws IOException {
    prepend(path);
    while (!ahead.isEmpty()) {
      String name = ahead.pop();
      if (name.equals("..")) {
        if (here.isEmpty()) {
          return absent(links.getLast(), leaves(links.getLast()));
        }
        above.removeLast();
        here.removeLast();
        continue;
      }
      String at = real(name);
      switch (above.getLast().child(name)) {
        case Slot.Missing missing -> {
          return absent(at, missing.why());
        }
        case Slot.Link link -> {
          links.add(at);
          String refusal = refusal(link.target());
          if (refusal != null) {
            return absent(at, "symlink %s %s".formatted(at, refusal));
          }
          prepend(link.target());
        }
        case Slot.Directory directory -> {
          if (above.size() > maxDepth) {
            return absent(at, "directories nest deeper than " + maxDepth);
          }
          above.add(directory);
          here.add(name);
        }
        case Slot.File file -> {
          if (!ahead.isEmpty()) {
            return absent(at, "%s is a file, not a directory".formatted(at));
          }
          return new FileTree.File(at, file.id(), file.size(), links);
        }
      }
    }
    Slot.Directory directory = above.getLast();
    return new FileTree.Directory(String.join("/", here), directory.id(), directory.names(), links);
  }

  private static String leaves(String link) {
    return "symlink %s leaves the tree".formatted(link);
  }

  // Text from outside: everything but a plain relative path of some length is refused here.
  private String refusal(String target) {
    if (links.size() > MAX_LINKS) {
      return "is one of a chain of more than %d".formatted(MAX_LINKS);
    }
    if (target.startsWith("/")) {
      return "leaves the tree";
    }
    if (target.isEmpty() || target.length() > MAX_TARGET || target.indexOf('\0') >= 0) {
      return "has no usable target";
    }
    return null;
  }

  private void prepend(String path) {
    var names = new ArrayList<>(Arrays.asList(path.split("/", -1)));
    names.removeIf(name -> name.isEmpty() || name.equals("."));
    Collections.reverse(names);
    names.forEach(ahead::push);
  }

  private String real(String name) {
    return here.isEmpty() ? name : String.join("/", here) + "/" + name;
  }

  private FileTree.Absent absent(String path, String why) {
    return new FileTree.Absent(path, why, links);
  }
}
