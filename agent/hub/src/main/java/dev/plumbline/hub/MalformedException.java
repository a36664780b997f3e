package dev.plumbline.hub;

/** A field does not hold what its record says; the message names the field. */
final class MalformedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  MalformedException(String field, String what) {
    super(field + " " + what);
  }
}
