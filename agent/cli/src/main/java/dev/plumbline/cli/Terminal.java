package dev.plumbline.cli;

import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

/** Whether a person looks on, and what may be coloured for them. */
final class Terminal {
  private static final boolean COLOURED = coloured();

  private Terminal() {}

  // https://no-color.org: any value but the empty one switches colours off.
  private static boolean coloured() {
    String unwanted = System.getenv("NO_COLOR");
    return (unwanted == null || unwanted.isEmpty())
        && !"dumb".equals(System.getenv("TERM"))
        && isInteractive();
  }

  /** Whether somebody reads what is printed and can answer. */
  // Whether there is no console or one that is no terminal depends on the JDK.
  @SuppressWarnings("SystemConsoleNull")
  static boolean isInteractive() {
    var console = System.console();
    return console != null && console.isTerminal();
  }

  static Help.ColorScheme colours() {
    return Help.defaultColorScheme(COLOURED ? Ansi.ON : Ansi.OFF);
  }

  static boolean isColoured() {
    return COLOURED;
  }
}
