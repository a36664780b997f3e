package dev.plumbline.yaml;

import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode.Style;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.comments.CommentType;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.CommentEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What stands around the values of one document and is no part of a tree: comments, by line, and
 * the quotes of keys. Lines count from one.
 */
final class KeptComments {
  private final List<String> lines;
  private final TreeMap<Integer, String> own = new TreeMap<>();
  private final TreeMap<Integer, String> inline = new TreeMap<>();
  private final Map<String, Style> keys = new HashMap<>();
  private final Deque<boolean[]> open = new ArrayDeque<>();

  private KeptComments(String text) {
    this.lines = text.lines().toList();
  }

  /**
   * @throws YamlException when something cannot be kept: an anchor, an alias, a tag
   */
  static KeptComments of(String text) {
    var comments = new KeptComments(text);
    var settings = LoadSettings.builder().setParseComments(true).setUseMarks(true).build();
    int documents = 0;
    try {
      for (Event event : new Parse(settings).parseString(text)) {
        if (event instanceof DocumentStartEvent start) {
          if (++documents > 1) {
            break;
          }
          if (start.isExplicit() && text.indexOf('#') >= 0) {
            throw refused(line(event), "a document separator and comments");
          }
        }
        comments.look(event);
      }
    } catch (YamlEngineException | NumberFormatException e) {
      throw refused(0, "a text with comments that cannot be told apart");
    }
    return comments;
  }

  private void look(Event event) {
    switch (event) {
      case CommentEvent comment -> note(comment);
      case AliasEvent alias -> throw refused(line(alias), "an alias");
      case ScalarEvent scalar -> {
        demandNoMore(scalar, scalar.getTag().isPresent());
        if (takesKey() && !scalar.isPlain()) {
          boolean single = scalar.getScalarStyle() == ScalarStyle.SINGLE_QUOTED;
          keys.put(
              line(scalar) + ":" + scalar.getValue(),
              single ? Style.SINGLE_QUOTED : Style.DOUBLE_QUOTED);
        }
      }
      case CollectionStartEvent start -> {
        demandNoMore(start, start.getTag().isPresent());
        takesKey();
        boolean map = start.getEventId() == Event.ID.MappingStart;
        open.push(new boolean[] {map, true});
      }
      default -> {
        if (event.getEventId() == Event.ID.MappingEnd
            || event.getEventId() == Event.ID.SequenceEnd) {
          open.pop();
        }
      }
    }
  }

  private static void demandNoMore(NodeEvent event, boolean tagged) {
    if (event.getAnchor().isPresent()) {
      throw refused(line(event), "an anchor");
    }
    if (tagged) {
      throw refused(line(event), "a tag");
    }
  }

  /** Whether the next node of the open collection is a key; the one after it is none. */
  private boolean takesKey() {
    boolean[] state = open.peek();
    if (state == null || !state[0]) {
      return false;
    }
    boolean key = state[1];
    state[1] = !key;
    return key;
  }

  private void note(CommentEvent comment) {
    if (comment.getCommentType() == CommentType.BLANK_LINE) {
      return;
    }
    int line = line(comment);
    String text = lines.get(line - 1);
    if (text.strip().startsWith("#")) {
      own.put(line, text.strip());
    } else {
      int column = comment.getStartMark().orElseThrow().getColumn();
      inline.put(line, text.substring(text.offsetByCodePoints(0, column)).strip());
    }
  }

  private static int line(Event event) {
    return event.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
  }

  private static YamlException refused(int line, String what) {
    return new YamlException(
        Position.UNKNOWN,
        "cannot write into the text%s: %s cannot be kept"
            .formatted(line == 0 ? "" : " at its line " + line, what));
  }

  /** How a key was quoted; plain when it was not. */
  Style keyStyle(int line, String key) {
    return keys.getOrDefault(line + ":" + key, Style.PLAIN);
  }

  int column(int line) {
    String text = lines.get(line - 1);
    return text.length() - text.stripLeading().length();
  }

  /** The comment behind what stands on a line, with a blank before it; it is given once. */
  String takeInline(int line) {
    String text = inline.remove(line);
    return text == null ? "" : " " + text;
  }

  /** A block of comment lines, and whether a blank line stands before and after it. */
  record Group(List<Integer> lines, boolean blankBefore, boolean blankAfter) {}

  /** The comments on lines of their own before a line, given once. */
  List<Group> takeBefore(int line) {
    var groups = new ArrayList<Group>();
    var head = own.headMap(line);
    var block = new ArrayList<Integer>();
    for (int at : head.keySet()) {
      if (!block.isEmpty() && block.getLast() + 1 != at) {
        groups.add(group(block));
        block.clear();
      }
      block.add(at);
    }
    if (!block.isEmpty()) {
      groups.add(group(block));
    }
    return groups;
  }

  private Group group(List<Integer> block) {
    int first = block.getFirst();
    int last = block.getLast();
    return new Group(
        List.copyOf(block),
        first > 1 && lines.get(first - 2).isBlank(),
        last < lines.size() && lines.get(last).isBlank());
  }

  String take(int line) {
    return own.remove(line);
  }

  void demandAllTaken() {
    var left = own.isEmpty() ? inline : own;
    if (!left.isEmpty()) {
      throw refused(left.firstKey(), "a comment");
    }
  }

  static YamlException unclear(int line) {
    return refused(line, "a comment");
  }
}
