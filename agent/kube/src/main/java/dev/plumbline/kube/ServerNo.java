package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A no as the API server worded it: its {@code Status} object, or plain text.
 *
 * @param reason empty where the server gives none
 */
record ServerNo(
    int code, String reason, String message, MapNode details, List<CauseOf> causes, Asked asked) {
  private static final int MOST_TEXT = 4000;
  private static final int MOST_CAUSES = 50;
  private static final Pattern IMMUTABLE =
      Pattern.compile(
          "immutable|may not change once set|cannot change roleRef"
              + "|updates to .* (spec )?for fields other than|may not be changed|cannot be changed");

  /** One entry of {@code details.causes}. */
  record CauseOf(String reason, String field, String message) {}

  static ServerNo read(Reply.Answered answer, Asked asked) {
    var status = status(answer.body());
    var details = status.map("details").orElse(MapNode.EMPTY);
    return new ServerNo(
        answer.code(),
        status.text("reason").orElse(""),
        cut(status.text("message").orElseGet(() -> answer.body())),
        details,
        details.list("causes").stream()
            .filter(MapNode.class::isInstance)
            .map(cause -> cause((MapNode) cause))
            .distinct()
            .limit(MOST_CAUSES)
            .toList(),
        asked);
  }

  Optional<String> detail(String name) {
    return details.text(name);
  }

  boolean causedBy(String causeReason) {
    return causes.stream().anyMatch(cause -> cause.reason.equals(causeReason));
  }

  boolean says(String... phrases) {
    return List.of(phrases).stream().anyMatch(message::contains);
  }

  /** Whether the only complaint is about this field, in these words. */
  boolean only(String field, String words) {
    return !causes.isEmpty()
        && causes.stream()
            .allMatch(cause -> cause.field.equals(field) && cause.message.contains(words));
  }

  boolean allImmutable() {
    return !causes.isEmpty()
        && causes.stream().allMatch(cause -> IMMUTABLE.matcher(cause.message).find());
  }

  // The namespace of an object, not an object that is a namespace.
  boolean missesNamespace() {
    return detail("kind").filter("namespaces"::equals).isPresent()
        && asked.key().filter(key -> !key.namespace().isEmpty()).isPresent();
  }

  private static CauseOf cause(MapNode cause) {
    return new CauseOf(
        cause.text("reason").orElse(""),
        cause.text("field").orElse(""),
        cut(cause.text("message").orElse("")));
  }

  private static MapNode status(String body) {
    try {
      return Json.read(body) instanceof MapNode map && map.text("kind").orElse("").equals("Status")
          ? map
          : MapNode.EMPTY;
    } catch (JsonException e) {
      return MapNode.EMPTY;
    }
  }

  // A whole object may be quoted; the complaint comes last, what it is about first.
  private static String cut(String text) {
    String stripped = text.strip();
    int half = MOST_TEXT / 2;
    return stripped.length() <= MOST_TEXT
        ? stripped
        : stripped.substring(0, half) + "…" + stripped.substring(stripped.length() - half);
  }
}
