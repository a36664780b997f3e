package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.time.Instant;
import java.util.List;

/**
 * Something changed under us: who, what, when.
 *
 * @param fields the paths, sorted and bounded; may be empty
 * @param by the field manager, with the subresource: {@code kubectl (scale)}; {@code somebody}
 *     where nothing tells
 * @param at when it was changed, as the server says, or when it was found
 * @param repaired whether it was put back; else it is only told of
 */
public record Drift(
    ObjectKey key, How how, List<String> fields, String by, Instant at, boolean repaired) {
  static final String SOMEBODY = "somebody";

  Drift(ObjectKey key, How how, List<String> fields, String by, Instant at) {
    this(key, how, fields, by, at, true);
  }

  public Drift {
    fields = List.copyOf(fields);
  }

  /** What was done to the object. */
  public enum How {
    /** Fields of ours were changed or removed. */
    TAKEN,
    /** Somebody put fields beside ours. */
    ADDED,
    /** Our entry in managedFields was removed. */
    DISOWNED,
    /** The object was deleted. */
    DELETED,
    /** A resync found a difference of which no event had told. */
    MISSED
  }

  /** The same, left as it is. */
  Drift left() {
    return new Drift(key, how, fields, by, at, false);
  }

  /** For people: {@code .spec.replicas taken by "kubectl (scale)"}. */
  public String sentence() {
    return switch (how) {
      case TAKEN -> "%s taken by \"%s\"".formatted(what(), by);
      case ADDED -> "%s added by \"%s\"".formatted(what(), by);
      case DISOWNED -> "our entry in managedFields removed by \"%s\"".formatted(by);
      case DELETED -> "deleted by " + by;
      case MISSED ->
          fields.isEmpty()
              ? "values changed while our entry in managedFields did not move: by admission, or by"
                  + " somebody who writes managedFields"
              : "%s taken by \"%s\", and the watch did not tell".formatted(what(), by);
    };
  }

  private String what() {
    if (fields.isEmpty()) {
      return "values";
    }
    String more = fields.size() > 1 ? " and %d more".formatted(fields.size() - 1) : "";
    return fields.getFirst() + more;
  }
}
