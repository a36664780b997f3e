package dev.plumbline.cli;

/** Colours of a terminal. */
final class Ink {
  static final String RED = "\u001b[31m";
  static final String GREEN = "\u001b[32m";
  static final String YELLOW = "\u001b[33m";
  static final String OFF = "\u001b[0m";

  private Ink() {}
}
