package dev.plumbline.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** What a command printed and how it ended. */
record Ran(int code, String out, String err) {

  static Ran plumb(Object... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    var words = new String[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      words[i] = arguments[i].toString();
    }
    int code = Plumb.run(new PrintWriter(out), new PrintWriter(err, true), words);
    return new Ran(code, out.toString(), err.toString());
  }
}
