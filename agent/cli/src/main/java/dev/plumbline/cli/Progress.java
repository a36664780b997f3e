package dev.plumbline.cli;

import java.io.PrintWriter;

/** How far it came: one line that changes at a terminal, else a line per step. */
final class Progress implements AutoCloseable {
  private static final String ANEW = "\r\u001b[K";
  private static final int MOST = 120;

  private final PrintWriter err;
  private final boolean terminal;
  private String last = "";

  Progress(PrintWriter err, boolean terminal) {
    this.err = err;
    this.terminal = terminal;
  }

  void say(String step) {
    if (step.equals(last)) {
      return;
    }
    last = step;
    if (terminal) {
      err.print(ANEW + step.substring(0, Math.min(step.length(), MOST)));
      err.flush();
    } else {
      err.println(step);
    }
  }

  /** Clears the line for what comes now. */
  @Override
  public void close() {
    if (terminal && !last.isEmpty()) {
      err.print(ANEW);
      err.flush();
    }
    last = "";
  }
}
