package dev.plumbline.yaml;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Resource files as kustomize reads them, and what it prints. While a build goes on scalars are
 * kept as they were written; {@link #canonical} gives what they mean in the end.
 */
public final class ResourceYaml {
  private ResourceYaml() {}

  public static List<Node> read(byte[] utf8, String file) {
    return read(Utf8.decode(utf8, file), file, 0);
  }

  /**
   * All documents but the empty ones. Documents are split at lines that start with {@code ---},
   * before YAML is looked at.
   *
   * @param lineBefore how many lines of the file come before the text
   * @throws YamlException when the text is not YAML or exceeds the limits
   */
  public static List<Node> read(String text, String file, int lineBefore) {
    var documents = new ArrayList<Node>();
    for (var piece : DocumentSplitter.split(text, file, lineBefore)) {
      if (documents.size() >= YamlLimits.DEFAULT.documents()) {
        throw new YamlException(
            new Position(file, piece.lineBefore() + 1),
            String.format(
                Locale.ROOT,
                "more than %,d documents in one file",
                YamlLimits.DEFAULT.documents()));
      }
      var node =
          Composer.first(
              Dialect.RESOURCE, YamlLimits.DEFAULT, piece.text(), file, piece.lineBefore());
      if (!(node instanceof ScalarNode scalar && scalar.isNull())) {
        documents.add(node);
      }
    }
    return documents;
  }

  /** One value in this dialect: the whole text is one document. */
  public static Node readOne(String text, String file, int lineBefore) {
    return Composer.first(Dialect.RESOURCE, YamlLimits.DEFAULT, text, file, lineBefore);
  }

  /** A scalar whose text says what it is: {@code 3} a number, {@code x} a string. */
  public static ScalarNode untyped(String text, ScalarNode.Style style, Position position) {
    return Scalars.untyped(text, style, position);
  }

  /** Whether a YAML 1.1 reader makes something else than a string of the text. */
  public static boolean isOtherThanString(String text) {
    return Scalars.isOtherThanString(text);
  }

  /** A JSON value as Go holds it after decoding: numbers are doubles, strings quoted at need. */
  public static ScalarNode fromJson(ScalarNode json) {
    return Scalars.fromJson(json);
  }

  /**
   * The tree with every scalar as JSON would have it: what Kubernetes reads from {@link #print}.
   * Parts that are canonical already are shared.
   *
   * @throws YamlException when a value has no JSON form
   */
  public static Node canonical(Node node) {
    return canonical(node, false);
  }

  public static MapNode canonical(MapNode map) {
    return canonical(map, false);
  }

  // In braces and brackets an empty value is written '', and that is what is read in the end.
  private static Node canonical(Node node, boolean flow) {
    return switch (node) {
      case ScalarNode scalar when flow && scalar.isNull() && scalar.text().isEmpty() ->
          new ScalarNode("", ScalarNode.Type.STRING, ScalarNode.Style.PLAIN, scalar.position());
      case ScalarNode scalar -> Scalars.canonical(scalar);
      case ListNode list -> canonical(list, flow || list.flow());
      case MapNode map -> canonical(map, flow || map.flow());
    };
  }

  private static MapNode canonical(MapNode map, boolean flow) {
    Map<String, Node> changed = null;
    boolean inside = flow || map.flow();
    for (var entry : map.entries().entrySet()) {
      Unreadable.demandNoneInKey(entry.getKey(), entry.getValue().position());
      var value = canonical(entry.getValue(), inside);
      if (value != entry.getValue()) {
        changed = changed == null ? new LinkedHashMap<>(map.entries()) : changed;
        changed.put(entry.getKey(), value);
      }
    }
    return changed == null ? map : map.with(changed);
  }

  private static Node canonical(ListNode list, boolean flow) {
    List<Node> changed = null;
    for (int i = 0; i < list.items().size(); i++) {
      var value = canonical(list.items().get(i), flow);
      if (value != list.items().get(i)) {
        changed = changed == null ? new ArrayList<>(list.items()) : changed;
        changed.set(i, value);
      }
    }
    return changed == null ? list : list.with(changed);
  }

  /**
   * A canonical tree as kustomize prints it: keys in natural order, two blanks, lists not indented,
   * lines folded past column 80.
   */
  public static void print(Node canonical, StringBuilder out) {
    new YamlPrinter(out).print(canonical);
  }

  /**
   * A tree as kustomize writes YAML inside a text: order, quotes, braces and comments of {@code
   * original} stay.
   *
   * @param file what {@link #readOne} was told when it read the original
   * @throws YamlException when something in the original cannot be kept
   */
  public static String reformatted(Node node, String original, String file) {
    return KeptStylePrinter.print(node, original, file);
  }
}
