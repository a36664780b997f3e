package dev.plumbline.yaml;

import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.model.ScalarNode.Style;
import java.util.Map;
import java.util.regex.Pattern;

/** What a scalar means, decided as go-yaml decides it: version 2 for 1.1 words, version 3 else. */
final class Scalars {
  static final String TIMESTAMP = "!!timestamp";
  static final String BINARY = "!!binary";
  static final String STRING = "!!str";
  static final String MERGE = "!!merge";

  private static final Pattern FLOAT =
      Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
  private static final String WORD_STARTS = "yYnNtTfFoO~.+-0123456789";
  private static final Map<String, Meaning> WORDS_OF_BOTH =
      Map.ofEntries(
          word("~", ScalarNode.Type.NULL, "null"),
          word("null", ScalarNode.Type.NULL, "null"),
          word("Null", ScalarNode.Type.NULL, "null"),
          word("NULL", ScalarNode.Type.NULL, "null"),
          word("true", ScalarNode.Type.BOOL, "true"),
          word("True", ScalarNode.Type.BOOL, "true"),
          word("TRUE", ScalarNode.Type.BOOL, "true"),
          word("false", ScalarNode.Type.BOOL, "false"),
          word("False", ScalarNode.Type.BOOL, "false"),
          word("FALSE", ScalarNode.Type.BOOL, "false"),
          word(".nan", ScalarNode.Type.FLOAT, "NaN"),
          word(".NaN", ScalarNode.Type.FLOAT, "NaN"),
          word(".NAN", ScalarNode.Type.FLOAT, "NaN"),
          word(".inf", ScalarNode.Type.FLOAT, "+Inf"),
          word(".Inf", ScalarNode.Type.FLOAT, "+Inf"),
          word(".INF", ScalarNode.Type.FLOAT, "+Inf"),
          word("+.inf", ScalarNode.Type.FLOAT, "+Inf"),
          word("+.Inf", ScalarNode.Type.FLOAT, "+Inf"),
          word("+.INF", ScalarNode.Type.FLOAT, "+Inf"),
          word("-.inf", ScalarNode.Type.FLOAT, "-Inf"),
          word("-.Inf", ScalarNode.Type.FLOAT, "-Inf"),
          word("-.INF", ScalarNode.Type.FLOAT, "-Inf"));
  private static final Map<String, String> WORDS_OF_1_1 =
      Map.ofEntries(
          Map.entry("y", "true"),
          Map.entry("Y", "true"),
          Map.entry("yes", "true"),
          Map.entry("Yes", "true"),
          Map.entry("YES", "true"),
          Map.entry("on", "true"),
          Map.entry("On", "true"),
          Map.entry("ON", "true"),
          Map.entry("n", "false"),
          Map.entry("N", "false"),
          Map.entry("no", "false"),
          Map.entry("No", "false"),
          Map.entry("NO", "false"),
          Map.entry("off", "false"),
          Map.entry("Off", "false"),
          Map.entry("OFF", "false"));

  private static final Meaning EMPTY = new Meaning(ScalarNode.Type.NULL, "null", null);

  private Scalars() {}

  /**
   * @param canonical the value as JSON writes it; for a string, the text
   * @param tag what the type does not say, or null
   */
  record Meaning(ScalarNode.Type type, String canonical, String tag) {}

  private static Map.Entry<String, Meaning> word(
      String text, ScalarNode.Type type, String canonical) {
    return Map.entry(text, new Meaning(type, canonical, null));
  }

  /** What a plain scalar without a tag means. */
  static Meaning plain(String text, boolean words11) {
    if (text.isEmpty()) {
      return EMPTY;
    }
    if (WORD_STARTS.indexOf(text.charAt(0)) < 0) {
      return string(text);
    }
    var word = WORDS_OF_BOTH.get(text);
    if (word != null) {
      return word;
    }
    if (words11) {
      String bool = WORDS_OF_1_1.get(text);
      if (bool != null) {
        return new Meaning(ScalarNode.Type.BOOL, bool, null);
      }
    }
    char first = text.charAt(0);
    return first == '.' || first == '+' || first == '-' || (first >= '0' && first <= '9')
        ? number(text)
        : string(text);
  }

  private static Meaning string(String text) {
    return new Meaning(ScalarNode.Type.STRING, text, null);
  }

  private static Meaning number(String text) {
    String digits = text;
    if (text.charAt(0) != '.') {
      if (GoTime.parse(text) != null) {
        return new Meaning(ScalarNode.Type.STRING, text, TIMESTAMP);
      }
      digits = text.indexOf('_') < 0 ? text : text.replace("_", "");
      var integer = GoNumbers.integer(digits);
      if (integer != null) {
        return new Meaning(ScalarNode.Type.INT, integer.toString(), null);
      }
    }
    if (FLOAT.matcher(digits).matches()) {
      double value = Double.parseDouble(digits);
      if (!Double.isInfinite(value)) {
        return ofFloat(value);
      }
    }
    return string(text);
  }

  private static Meaning ofFloat(double value) {
    String json = GoNumbers.json(value);
    var integer = GoNumbers.integer(json);
    return integer == null
        ? new Meaning(ScalarNode.Type.FLOAT, json, null)
        : new Meaning(ScalarNode.Type.INT, integer.toString(), null);
  }

  /** A node for a plain text as kustomize reads resources, the text kept as written. */
  static ScalarNode untyped(String text, Style style, Position position) {
    if (style != Style.PLAIN) {
      return new ScalarNode(text, ScalarNode.Type.STRING, style, position);
    }
    var meaning = plain(text, false);
    return new ScalarNode(text, typeAsWritten(text, meaning), style, position, meaning.tag());
  }

  // 1e3 is a float as written, even though it is printed as the integer 1000.
  private static ScalarNode.Type typeAsWritten(String text, Meaning meaning) {
    return meaning.type() == ScalarNode.Type.INT && GoNumbers.integer(text.replace("_", "")) == null
        ? ScalarNode.Type.FLOAT
        : meaning.type();
  }

  /**
   * What kustomize prints and Kubernetes reads for a scalar kept as written. A scalar whose text
   * does not fit its type has no such value.
   */
  static ScalarNode canonical(ScalarNode node) {
    String tag = node.tag().orElse(null);
    return switch (node.type()) {
      case NULL -> {
        if (plain(node.text(), false).type() != ScalarNode.Type.NULL) {
          yield fail(node, "a null");
        }
        yield node.text().equals("null") ? node : same(node, ScalarNode.Type.NULL, "null");
      }
      case STRING -> {
        if (TIMESTAMP.equals(tag)) {
          String time = GoTime.parse(node.text());
          if (time == null) {
            yield fail(node, "a timestamp");
          }
          yield node.style() == Style.PLAIN
              ? same(node, ScalarNode.Type.STRING, time)
              : untagged(node);
        }
        String text = BINARY.equals(tag) ? Binary.decode(node) : node.text();
        Unreadable.demandNone(text, node.position());
        demandNoTabAtStart(node, text);
        if (node.style() == Style.FOLDED && ScalarShape.of(text).blockAllowed) {
          text = FoldedText.writtenAndRead(text);
        }
        String printed = LineBreaks.asJsonThroughYaml(text);
        yield printed.equals(node.text()) && tag == null
            ? node
            : same(node, ScalarNode.Type.STRING, printed);
      }
      case BOOL, INT, FLOAT -> {
        var meaning = plain(node.text(), false);
        if (node.style() != Style.PLAIN && typeAsWritten(node.text(), meaning) == node.type()) {
          yield untagged(node);
        }
        if (meaning.type() != node.type()
            && !(node.type() == ScalarNode.Type.FLOAT && isNumber(meaning))) {
          yield fail(
              node, "a value of type " + node.type().name().toLowerCase(java.util.Locale.ROOT));
        }
        demandJson(meaning, node.position());
        yield meaning.canonical().equals(node.text()) && meaning.type() == node.type()
            ? node
            : same(node, meaning.type(), meaning.canonical());
      }
    };
  }

  /** Refuses the floats that JSON cannot tell. */
  static void demandJson(Meaning meaning, Position position) {
    String value = meaning.canonical();
    if (meaning.type() == ScalarNode.Type.FLOAT && (value.endsWith("Inf") || value.equals("NaN"))) {
      throw new YamlException(position, "%s has no JSON value".formatted(value));
    }
  }

  // Written over something in quotes: the tag goes if the text says the same, and a string is left;
  // else it stays, and the two do not fit.
  private static ScalarNode untagged(ScalarNode node) {
    return canonical(
        new ScalarNode(node.text(), ScalarNode.Type.STRING, node.style(), node.position()));
  }

  // Written as a block, where a tab at the start is taken for indentation when it is read again.
  private static void demandNoTabAtStart(ScalarNode node, String text) {
    boolean block = node.style() == Style.FOLDED || node.style() == Style.LITERAL;
    // A tab itself does not keep that writer from making a block.
    if (block && text.startsWith("\t") && ScalarShape.of(text.replace('\t', 'x')).blockAllowed) {
      throw new YamlException(
          node.position(),
          "a block text that starts with a tab cannot be read back: found a tab character where"
              + " an indentation space is expected; write it in double quotes");
    }
  }

  /** Whether a tag says more of it than its type. */
  static boolean isTagged(ScalarNode node) {
    return node.tag().filter(tag -> !tag.equals(STRING)).isPresent();
  }

  /** Whether a YAML 1.1 reader makes something else than a string of a whole text. */
  static boolean isOtherThanString(String text) {
    if (text.isEmpty() || text.indexOf('\n') >= 0) {
      return false;
    }
    if (plain(text, true).type() != ScalarNode.Type.STRING) {
      return true;
    }
    boolean simple =
        text.chars().allMatch(c -> Character.isLetterOrDigit(c) || "./-_+".indexOf(c) >= 0);
    if (simple && text.charAt(0) != '-') {
      return false;
    }
    try {
      return !(KustomizationYaml.read(text, "") instanceof ScalarNode scalar && scalar.isString());
    } catch (YamlException e) {
      return false;
    }
  }

  /** A JSON value as yaml.v3 writes it from a Go map and reads it back. */
  static ScalarNode fromJson(ScalarNode json) {
    return switch (json.type()) {
      case NULL, BOOL -> new ScalarNode(json.text(), json.type(), Style.PLAIN, json.position());
      case INT, FLOAT ->
          untyped(GoNumbers.general(Double.parseDouble(json.text())), Style.PLAIN, json.position());
      case STRING -> {
        String text = json.text();
        yield new ScalarNode(text, ScalarNode.Type.STRING, styleOfGo(text), json.position());
      }
    };
  }

  // The quotes that a text needs when it is written are its style once it is read.
  private static Style styleOfGo(String text) {
    if (text.indexOf('\n') >= 0) {
      return Style.LITERAL;
    }
    var shape = ScalarShape.of(text);
    if (YamlPrinter.isAmbiguous(text) || !shape.singleAllowed) {
      return Style.DOUBLE_QUOTED;
    }
    return shape.plainAllowed ? Style.PLAIN : Style.SINGLE_QUOTED;
  }

  private static boolean isNumber(Meaning meaning) {
    return meaning.type() == ScalarNode.Type.INT;
  }

  private static ScalarNode same(ScalarNode node, ScalarNode.Type type, String text) {
    return new ScalarNode(text, type, Style.PLAIN, node.position());
  }

  private static ScalarNode fail(ScalarNode node, String expected) {
    throw new YamlException(
        node.position(),
        "\"%s\" is not %s, which it is tagged as".formatted(node.text(), expected));
  }
}
