package dev.plumbline.kube;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What became of one HTTP request. */
sealed interface Reply {

  /** The server answered, whatever it said. */
  record Answered(int code, Optional<Duration> retryAfter, List<String> warnings, String body)
      implements Reply {
    boolean good() {
      return code >= 200 && code < 300;
    }
  }

  /** Nothing reached the server: no connection, or the circuit breaker spared it. */
  record NotSent(String why) implements Reply {}

  /** It was sent, at least in part, and no full answer came. */
  record Lost(String why) implements Reply {}

  /** It was sent, and we stopped listening: nothing is known, and the server is not to blame. */
  record GivenUp(String why) implements Reply {}
}
