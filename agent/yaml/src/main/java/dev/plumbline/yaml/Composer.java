package dev.plumbline.yaml;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.model.ScalarNode.Style;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.LoadSettingsBuilder;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds nodes from the events of one text. No tag can name a type of ours, an alias is the node it
 * stands for, merge keys are resolved, and every budget is kept while events arrive.
 */
final class Composer {
  private static final String CORE = "tag:yaml.org,2002:";
  // The engine copies what it has of a scalar each time it fills its buffer: with the usual 1,024
  // characters one scalar of 8 MiB takes most of a minute.
  private static final int LARGE_TEXT = 1 << 16;
  // Each of them is another try.
  private static final int MOST_ALIASES_WITH_COLON = 64;
  private static final LoadSettings SETTINGS = settings().build();
  private static final LoadSettings LARGE = settings().setBufferSize(1 << 17).build();

  private final Dialect dialect;
  private final YamlLimits limits;
  private final String file;
  private final int lineBefore;
  private final String text;
  private final Iterator<Event> events;
  private final Map<String, Node> anchors = new HashMap<>();
  private final IdentityHashMap<Node, Long> weights = new IdentityHashMap<>();
  private final boolean endsInsideLine;
  private final boolean hasSeparators;
  private final int codePoints;
  private long nodes;
  private int depth;
  private int flows;
  private boolean inMetadata;
  private boolean inAnnotations;

  /**
   * @param lineBefore how many lines of the file come before the text
   */
  private Composer(Dialect dialect, YamlLimits limits, String text, String file, int lineBefore) {
    this.dialect = dialect;
    this.limits = limits;
    this.file = file;
    this.lineBefore = lineBefore;
    if (text.length() > limits.characters()) {
      throw new YamlException(
          new Position(file, 0),
          String.format(
              Locale.ROOT,
              "%,d characters of YAML, the limit is %,d",
              text.length(),
              limits.characters()));
    }
    this.text = text;
    this.endsInsideLine = !text.substring(text.lastIndexOf('\n') + 1).isBlank();
    this.codePoints = endsInsideLine ? text.codePointCount(0, text.length()) : 0;
    this.hasSeparators = LineBreaks.hasSeparator(text);
    LoadSettings settings = text.length() > LARGE_TEXT ? LARGE : SETTINGS;
    this.events = new Parse(settings).parseString(LineBreaks.asGoReads(text)).iterator();
  }

  private static LoadSettingsBuilder settings() {
    return LoadSettings.builder().setUseMarks(true).setCodePointLimit(Integer.MAX_VALUE);
  }

  /** All documents; an empty one is a null. */
  static List<Node> documents(Dialect dialect, YamlLimits limits, String text, String file) {
    return documents(dialect, limits, text, file, 0, Integer.MAX_VALUE);
  }

  /** The first document, as a decoder that is asked once; an empty text is a null. */
  static Node first(Dialect dialect, YamlLimits limits, String text, String file, int lineBefore) {
    var first = documents(dialect, limits, text, file, lineBefore, 1);
    return first.isEmpty() ? ScalarNode.NULL : first.getFirst();
  }

  private static List<Node> documents(
      Dialect dialect, YamlLimits limits, String text, String file, int lineBefore, int wanted) {
    String read = text;
    for (int i = 0; i < MOST_ALIASES_WITH_COLON; i++) {
      try {
        return new Composer(dialect, limits, read, file, lineBefore).documents(wanted);
      } catch (AliasWithColon e) {
        read = e.apart(read);
      }
    }
    throw new YamlException(
        new Position(file, 0), "more than %d keys are aliases".formatted(MOST_ALIASES_WITH_COLON));
  }

  private List<Node> documents(int wanted) {
    try {
      var documents = new ArrayList<Node>();
      while (events.hasNext()) {
        var event = events.next();
        if (event.getEventId() != Event.ID.DocumentStart) {
          continue;
        }
        if (documents.size() == limits.documents()) {
          throw new YamlException(
              at(event),
              String.format(
                  Locale.ROOT, "more than %,d documents in one file", limits.documents()));
        }
        anchors.clear();
        weights.clear();
        documents.add(node(events.next(), null));
        if (documents.size() == wanted) {
          break;
        }
      }
      return documents;
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1 + lineBefore).orElse(0);
      throw new YamlException(new Position(file, line), "not YAML: " + oneLine(e));
    } catch (YamlEngineException e) {
      throw new YamlException(
          new Position(file, 0), "not YAML: " + e.getMessage().lines().findFirst().orElse(""));
    } catch (NumberFormatException e) {
      // The library's, at a \\x of which the end of the text cut off the digits.
      throw new YamlException(
          new Position(file, lineBefore + (int) text.lines().count()),
          "not YAML: an escape that ends with the text");
    }
  }

  private static String oneLine(MarkedYamlEngineException e) {
    String problem = e.getProblem().strip().replaceAll("\\s+", " ");
    return e.getContext() == null || e.getContext().isBlank()
        ? problem
        : e.getContext().strip() + ", " + problem;
  }

  /**
   * @param place where a message about the node should point, if not at the node itself
   */
  private Node node(Event event, Position place) {
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    if (++nodes > limits.nodes()) {
      throw tooMany(event);
    }
    long before = nodes;
    Position position = place == null ? at(event) : place;
    Node node =
        switch (event) {
          case ScalarEvent scalar -> scalar(scalar, position);
          case SequenceStartEvent start -> list(start, position);
          case MappingStartEvent start -> map(start, position);
          default -> throw new YamlException(at(event), "not YAML: unexpected " + event);
        };
    ((NodeEvent) event)
        .getAnchor()
        .ifPresent(
            anchor -> {
              anchors.put(anchor.getValue(), node);
              weights.put(node, nodes - before + 1);
            });
    return node;
  }

  private Node aliased(AliasEvent alias) {
    String name = alias.getAlias().getValue();
    var node = anchors.get(name);
    if (node == null) {
      if (name.endsWith(":") && anchors.containsKey(name.substring(0, name.length() - 1))) {
        throw new AliasWithColon(alias.getEndMark().orElseThrow().getIndex() - 1);
      }
      throw new YamlException(at(alias), "unknown anchor '%s' referenced".formatted(name));
    }
    nodes += weights.get(node);
    if (nodes > limits.nodes()) {
      throw tooMany(alias);
    }
    return node;
  }

  private YamlException tooMany(Event event) {
    return new YamlException(
        at(event),
        String.format(
            Locale.ROOT, "more than %,d values once aliases are expanded", limits.nodes()));
  }

  private ListNode list(SequenceStartEvent start, Position position) {
    enter(start);
    var items = new ArrayList<Node>();
    for (var event = events.next();
        event.getEventId() != Event.ID.SequenceEnd;
        event = events.next()) {
      items.add(node(event, null));
    }
    leave(start);
    return new ListNode(items, position, start.isFlow());
  }

  private MapNode map(MappingStartEvent start, Position position) {
    enter(start);
    var entries = new LinkedHashMap<String, Node>();
    Node merged = null;
    for (var event = events.next();
        event.getEventId() != Event.ID.MappingEnd;
        event = events.next()) {
      Position place = at(event);
      if (isMerge(event)) {
        if (merged != null && dialect != Dialect.KUSTOMIZATION) {
          throw new YamlException(place, "duplicate merge key");
        }
        merged = node(events.next(), null);
        continue;
      }
      String key = key(event, place);
      look(key);
      var value = node(events.next(), place);
      var earlier = entries.put(key, value);
      if (earlier != null && dialect.uniqueKeys && !isLastOneTaken()) {
        throw new YamlException(
            place,
            "mapping key \"%s\" already defined at line %d"
                .formatted(key, earlier.position().line()));
      }
    }
    leave(start);
    if (merged != null) {
      merge(entries, merged);
    }
    return new MapNode(entries, position, start.isFlow());
  }

  private void look(String key) {
    if (depth == 1) {
      inMetadata = key.equals("metadata");
    } else if (depth == 2) {
      inAnnotations = inMetadata && key.equals("annotations");
    }
  }

  // kustomize writes the annotations of every resource anew, from a map.
  private boolean isLastOneTaken() {
    return dialect == Dialect.RESOURCE && depth == 3 && inMetadata && inAnnotations;
  }

  private void enter(CollectionStartEvent start) {
    if (++depth > limits.depth()) {
      throw new YamlException(at(start), "nested deeper than %d".formatted(limits.depth()));
    }
    flows += start.isFlow() ? 1 : 0;
  }

  private void leave(CollectionStartEvent start) {
    depth--;
    flows -= start.isFlow() ? 1 : 0;
  }

  private static boolean isMerge(Event event) {
    return event instanceof ScalarEvent scalar
        && scalar.getValue().equals("<<")
        && scalar.isPlain()
        && scalar.getTag().map(tag -> tag.equals(CORE + "merge")).orElse(true);
  }

  private String key(Event event, Position place) {
    if (!(node(event, place) instanceof ScalarNode scalar)) {
      throw new YamlException(place, "a map key must be a scalar");
    }
    if (dialect == Dialect.RESOURCE && !scalar.isString()) {
      throw new YamlException(
          place,
          "the map key %s is a %s, expected a string: put it in quotes"
              .formatted(scalar.text(), scalar.type().name().toLowerCase(Locale.ROOT)));
    }
    return scalar.text();
  }

  // The map's own keys win, then earlier entries of the list win.
  private void merge(Map<String, Node> entries, Node merged) {
    switch (merged) {
      case MapNode map -> map.entries().forEach(entries::putIfAbsent);
      case ListNode list -> {
        for (Node item : list.items()) {
          if (!(item instanceof MapNode)) {
            throw badMerge(item);
          }
          merge(entries, item);
        }
      }
      case ScalarNode scalar -> throw badMerge(scalar);
    }
  }

  private static YamlException badMerge(Node node) {
    return new YamlException(
        node.position(), "map merge requires map or sequence of maps as the value");
  }

  private ScalarNode scalar(ScalarEvent event, Position position) {
    var style = style(event.getScalarStyle());
    String text = separated(atEnd(event, style), style, position);
    String tag = event.getTag().orElse(null);
    if (tag != null) {
      return tagged(text, tag, style, position);
    }
    if (style != Style.PLAIN) {
      return new ScalarNode(text, ScalarNode.Type.STRING, style, position);
    }
    if (flows > 0 && text.indexOf('?') >= 0) {
      throw new YamlException(
          position, "in [] and {} a \"?\" ends a text, which needs quotes: " + text);
    }
    if (!dialect.canonical) {
      return Scalars.untyped(text, style, position);
    }
    var meaning = Scalars.plain(text, true);
    Scalars.demandJson(meaning, position);
    return new ScalarNode(meaning.canonical(), meaning.type(), style, position);
  }

  private String separated(String text, Style style, Position position) {
    if (!hasSeparators || !LineBreaks.hasSeparator(text)) {
      return text;
    }
    if (style != Style.SINGLE_QUOTED && style != Style.DOUBLE_QUOTED) {
      if (dialect == Dialect.KUBERNETES) {
        return text;
      }
      throw new YamlException(
          position,
          "U+2028 and U+2029 end a line outside of quotes: write \\u2028 in double quotes");
    }
    return LineBreaks.foldedAtSeparators(text);
  }

  // A block scalar that ends with the text has no line break there if the text has none.
  private String atEnd(ScalarEvent event, Style style) {
    String value = event.getValue();
    boolean block = style == Style.LITERAL || style == Style.FOLDED;
    return block
            && endsInsideLine
            && value.endsWith("\n")
            && event.getEndMark().map(mark -> mark.getIndex() >= codePoints).orElse(false)
        ? value.substring(0, value.length() - 1)
        : value;
  }

  private ScalarNode tagged(String text, String tag, Style style, Position position) {
    var type =
        switch (tag) {
          case CORE + "null" -> ScalarNode.Type.NULL;
          case CORE + "bool" -> ScalarNode.Type.BOOL;
          case CORE + "int" -> ScalarNode.Type.INT;
          case CORE + "float" -> ScalarNode.Type.FLOAT;
          default -> ScalarNode.Type.STRING;
        };
    String more =
        switch (tag) {
          case CORE + "timestamp" -> Scalars.TIMESTAMP;
          case CORE + "binary" -> Scalars.BINARY;
          case CORE + "str" -> style == Style.PLAIN ? Scalars.STRING : null;
          default -> null;
        };
    var node = new ScalarNode(text, type, style, position, more);
    if (!node.isString() || Scalars.isTagged(node)) {
      // Such a tag counts more than quotes.
      node = new ScalarNode(text, type, Style.PLAIN, position, more);
    }
    return dialect.canonical ? Scalars.canonical(node) : node;
  }

  private static Style style(ScalarStyle style) {
    return switch (style) {
      case PLAIN -> Style.PLAIN;
      case SINGLE_QUOTED -> Style.SINGLE_QUOTED;
      case LITERAL -> Style.LITERAL;
      case FOLDED -> Style.FOLDED;
      case DOUBLE_QUOTED, JSON_SCALAR_STYLE -> Style.DOUBLE_QUOTED;
    };
  }

  private Position at(Event event) {
    return new Position(
        file, event.getStartMark().map(mark -> mark.getLine() + 1 + lineBefore).orElse(0));
  }
}
