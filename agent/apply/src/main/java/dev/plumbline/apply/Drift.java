package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.time.Instant;
import java.util.List;

/**
 * Something taken from us and taken back: who, what, when.
 *
 * @param fields the paths, bounded; empty when the whole object was deleted
 * @param by the field manager, with the subresource: {@code kubectl (scale)}
 * @param at when it was taken, as the server says
 */
public record Drift(ObjectKey key, List<String> fields, String by, Instant at) {
  public Drift {
    fields = List.copyOf(fields);
  }

  /** For people: {@code .spec.replicas taken by "kubectl (scale)"}. */
  public String sentence() {
    if (fields.isEmpty()) {
      return "deleted by somebody";
    }
    String more = fields.size() > 1 ? " and %d more".formatted(fields.size() - 1) : "";
    return "%s%s taken by \"%s\"".formatted(fields.getFirst(), more, by);
  }
}
