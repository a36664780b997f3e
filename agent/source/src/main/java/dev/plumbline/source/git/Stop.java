package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.IOException;

/** Ends a fetch with a reason we know, from wherever it was noticed. */
final class Stop extends IOException {
  private static final long serialVersionUID = 1;

  private final Reason reason;

  /**
   * @param what the rest of a sentence that starts with the url
   */
  Stop(Reason reason, String what) {
    super(what);
    this.reason = reason;
  }

  Reason reason() {
    return reason;
  }
}
