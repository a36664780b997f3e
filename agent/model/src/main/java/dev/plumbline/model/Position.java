package dev.plumbline.model;

/** Where something stands: a path inside the tree and a line, counted from 1. */
public record Position(String file, int line) {
  public static final Position UNKNOWN = new Position("", 0);

  public boolean known() {
    return line > 0;
  }

  /** As compilers print it: {@code tenants/acme/web.yaml:14}; empty when unknown. */
  @Override
  public String toString() {
    if (!known()) {
      return file;
    }
    return file.isEmpty() ? "line " + line : file + ":" + line;
  }
}
