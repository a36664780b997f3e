package dev.plumbline.health;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.List;
import java.util.Optional;

/** The questions the rules ask an object. Whatever has an unexpected form is as good as absent. */
record Facts(MapNode object) {
  /** No text of a rule is longer, whatever the object says. */
  static final int TEXT = 1024;

  /** One entry of {@code status.conditions}. */
  record Condition(String type, String status, String reason, String message) {
    boolean isTrue() {
      return status.equals("True");
    }

    String why() {
      if (!message.isEmpty()) {
        return message;
      }
      return reason.equals(type) ? type + " is " + status : reason;
    }
  }

  String text(String... path) {
    return cut(object.text(path).orElse(""));
  }

  Optional<Long> number(String... path) {
    return object.at(path).flatMap(Facts::asNumber);
  }

  long count(String... path) {
    return number(path).orElse(0L);
  }

  boolean isTrue(String... path) {
    return object.at(path).filter(ScalarNode.TRUE::equals).isPresent();
  }

  List<MapNode> maps(String... path) {
    return object.list(path).stream()
        .filter(MapNode.class::isInstance)
        .map(MapNode.class::cast)
        .toList();
  }

  Optional<Condition> condition(String type) {
    return maps("status", "conditions").stream()
        .filter(entry -> entry.text("type").orElse("").equals(type))
        .findFirst()
        .map(
            entry ->
                new Condition(
                    type,
                    entry.text("status").orElse("Unknown"),
                    cut(entry.text("reason").filter(word -> !word.isEmpty()).orElse(type)),
                    cut(entry.text("message").orElse(""))));
  }

  /** The condition, if it is there and true. */
  Optional<Condition> whenTrue(String type) {
    return condition(type).filter(Condition::isTrue);
  }

  static String cut(String text) {
    return text.length() > TEXT ? text.substring(0, TEXT) : text;
  }

  private static Optional<Long> asNumber(Node node) {
    if (node instanceof ScalarNode scalar && scalar.type() == ScalarNode.Type.INT) {
      try {
        return Optional.of(Long.parseLong(scalar.text()));
      } catch (NumberFormatException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }
}
