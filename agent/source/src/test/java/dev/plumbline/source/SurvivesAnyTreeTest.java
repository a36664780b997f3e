package dev.plumbline.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.model.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;

/**
 * Whatever links a tree has and whatever path is asked for: the answer stands inside the tree, and
 * comes soon. What its {@code .sourceignore} says never breaks anything.
 */
@Tag("SEC-GIT-01")
@Tag("SEC-GIT-02")
public final class SurvivesAnyTreeTest {
  private static final Duration BOUND = Duration.ofSeconds(5);

  /**
   * @param bytes paths that are asked for; a line {@code %}; then the tree, a file or a link {@code
   *     path -> target} a line; a line {@code %}; then the rules
   */
  @FuzzTest
  void answers_from_inside(byte[] bytes) throws IOException {
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\n%\n", 3);
    var root = new Node();
    if (parts.length > 1) {
      parts[1].lines().limit(200).forEach(root::add);
    }
    Ignored ignored = parts.length > 2 ? rules(parts[2]) : Ignored.NOTHING;
    long start = System.nanoTime();

    for (String path : parts[0].lines().limit(50).toList()) {
      switch (PathWalk.lookup(root, path, 64)) {
        case FileTree.File file -> assertThat(root.at(file.path())).isInstanceOf(Slot.File.class);
        case FileTree.Directory found -> assertThat(root.at(found.path())).isInstanceOf(Node.class);
        case FileTree.Absent absent -> assertThat(absent.why()).isNotBlank();
      }
      left(ignored, path);
    }

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  private static Ignored rules(String text) {
    return Ignored.NOTHING.and(text.getBytes(StandardCharsets.UTF_8));
  }

  private static void left(Ignored rules, String path) {
    Ignored here = rules;
    for (String name : path.split("/", 64)) {
      here.why(name, true).ifPresent(why -> assertThat(why).isNotBlank());
      here = here.in(name).and(name.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static final class Node implements Slot.Directory {
    private final Map<String, Slot> children = new TreeMap<>();

    void add(String line) {
      String[] link = line.split(" -> ", 2);
      Node here = this;
      String[] names = link[0].split("/", 64);
      for (int i = 0; i < names.length - 1; i++) {
        if (!(here.children.computeIfAbsent(names[i], name -> new Node()) instanceof Node next)) {
          return;
        }
        here = next;
      }
      here.children.put(
          names[names.length - 1],
          link.length > 1 ? new Slot.Link(link[1]) : new Slot.File("id", 1));
    }

    /** By plain names only. */
    Slot at(String path) {
      Slot here = this;
      for (String name : path.isEmpty() ? new String[0] : path.split("/", -1)) {
        here = ((Node) here).child(name);
      }
      return here;
    }

    @Override
    public String id() {
      return "tree";
    }

    @Override
    public List<String> names() {
      return List.copyOf(children.keySet());
    }

    @Override
    public Slot child(String name) {
      return children.getOrDefault(name, new Slot.Missing("no such file"));
    }
  }
}
