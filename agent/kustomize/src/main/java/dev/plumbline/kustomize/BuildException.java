package dev.plumbline.kustomize;

import dev.plumbline.model.Position;

/** Why a build fails: one sentence and, where it is known, the place in a file. */
final class BuildException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Position where;
  private final String why;

  BuildException(String why) {
    this(Position.UNKNOWN, why);
  }

  BuildException(Position where, String why) {
    this(where, why, null);
  }

  private BuildException(Position where, String why, Throwable cause) {
    super(why, cause);
    this.where = where;
    this.why = why;
  }

  Position where() {
    return where;
  }

  String why() {
    return why;
  }

  /** The same failure, told from one level further out. */
  BuildException within(String context) {
    return new BuildException(where, context + ": " + why, this);
  }

  /** The same failure, told of a field that stands in no file; where that field led to stays. */
  BuildException ofField(String field) {
    String place = where.toString();
    return new BuildException(
        Position.UNKNOWN, field + ": " + (place.isEmpty() ? "" : place + ": ") + why, this);
  }

  /** The same failure, placed there if it had no place yet. */
  BuildException at(Position position) {
    return where.known() ? this : new BuildException(position, why, this);
  }
}
