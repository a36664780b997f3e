package dev.plumbline.source.git;

import java.io.IOException;

/** What was asked for is not on our disk; a fetch may bring it. */
public final class FetchNeeded extends IOException {
  private static final long serialVersionUID = 1;

  FetchNeeded(String why) {
    super(why);
  }

  FetchNeeded(String why, IOException cause) {
    super(why, cause);
  }
}
