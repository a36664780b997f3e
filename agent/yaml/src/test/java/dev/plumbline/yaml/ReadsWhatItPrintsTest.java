package dev.plumbline.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

final class ReadsWhatItPrintsTest {
  private static final List<String> ODD =
      List.of(
          "yes",
          "0777",
          "1e3",
          "~",
          "",
          " ",
          "a: b",
          "#x",
          "x #y",
          "- a",
          "-",
          "? a",
          ":",
          "1:30",
          "2001-01-01",
          "a\nb",
          "a\n",
          "\n",
          "a\n\n",
          " a\nb",
          "a \nb",
          "\t",
          "é",
          "\u00a0",
          "'",
          "\"",
          "{",
          "a,b",
          "*a",
          "&a",
          "!a",
          "|",
          ">",
          "%",
          "@",
          "`",
          "---",
          "...",
          "null",
          ".inf",
          "0x1F",
          "0b1",
          "1_0",
          "<<",
          "=",
          "\u0007",
          "😀",
          "a\rb",
          "[]",
          "long ".repeat(40),
          "x: " + "y ".repeat(60));

  @Property(tries = 500)
  void a_tree_survives_printing(@ForAll("trees") Node tree) {
    var out = new StringBuilder();
    ResourceYaml.print(tree, out);

    assertThat(Manifests.read(out.toString(), "f")).as(out.toString()).containsExactly(tree);
    assertThat(ResourceYaml.readOne(out.toString(), "f", 0))
        .satisfies(node -> assertThat(ResourceYaml.canonical(node)).isEqualTo(tree));
  }

  @Property(tries = 2000)
  void a_string_survives_printing(@ForAll("texts") String text) {
    var tree = MapNode.of(Map.of("k", ListNode.of(List.of(ScalarNode.of(text)))));
    var out = new StringBuilder();
    ResourceYaml.print(tree, out);

    assertThat(Manifests.read(out.toString(), "f")).as(out.toString()).containsExactly(tree);
  }

  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(ODD),
        Arbitraries.strings()
            .withChars(" a'\":#-\n\\{}[],&*!|>%@`?0123456789.eE+xbo_é\t")
            .ofMaxLength(120));
  }

  @Provide
  Arbitrary<Node> trees() {
    return Arbitraries.randomValue(random -> MapNode.of(Map.of("top", tree(random, 4))));
  }

  private static Node tree(Random random, int depth) {
    int size = random.nextInt(4);
    return switch (depth == 0 ? 9 : random.nextInt(10)) {
      case 0, 1, 2, 3 -> {
        var entries = new LinkedHashMap<String, Node>();
        for (int i = 0; i < size; i++) {
          entries.put(key(random), tree(random, depth - 1));
        }
        yield MapNode.of(entries);
      }
      case 4, 5 -> {
        var items = new ArrayList<Node>();
        for (int i = 0; i < size; i++) {
          items.add(tree(random, depth - 1));
        }
        yield ListNode.of(items);
      }
      case 6 -> ScalarNode.of(random.nextBoolean());
      case 7 -> ScalarNode.of(random.nextLong());
      default -> ScalarNode.of(text(random));
    };
  }

  // Printed as kustomize prints it, which is as a merge key.
  private static String key(Random random) {
    String key = text(random);
    return key.equals("<<") ? "k" : key;
  }

  private static String text(Random random) {
    return ODD.get(random.nextInt(ODD.size()));
  }
}
