package dev.plumbline.yaml;

import dev.plumbline.model.Position;

/** Text that cannot be read or printed as YAML: where, and one sentence that says why. */
public final class YamlException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Position where;
  private final String why;

  public YamlException(Position where, String why) {
    super(where.toString().isEmpty() ? why : where + ": " + why);
    this.where = where;
    this.why = why;
  }

  public Position where() {
    return where;
  }

  /** The sentence without the position. */
  public String why() {
    return why;
  }
}
