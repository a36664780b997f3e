package dev.plumbline.cli;

import dev.plumbline.cli.Programs.Issued;
import dev.plumbline.kube.TokenSource;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;

/** Tokens of a program: the last one until it expires or the server does not take it any more. */
final class IssuedTokens implements TokenSource {
  // A token must still be good when it arrives.
  private static final Duration ON_THE_WAY = Duration.ofSeconds(10);

  private final Source source;
  private final Clock clock;
  private final ReentrantLock lock = new ReentrantLock();
  private Issued last;

  /** Runs the program. */
  interface Source {
    Issued issue() throws IOException;
  }

  IssuedTokens(Issued first, Source source, Clock clock) {
    this.last = first;
    this.source = source;
    this.clock = clock;
  }

  @Override
  public Secret<String> token() throws IOException {
    lock.lock();
    try {
      if (last == null || last.expires().filter(this::isOver).isPresent()) {
        last = source.issue();
      }
      return last.token()
          .orElseThrow(() -> new IOException("the credential plugin gave no token this time"));
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver(Instant end) {
    return !clock.now().plus(ON_THE_WAY).isBefore(end);
  }

  @Override
  public void rejected() {
    lock.lock();
    try {
      last = null;
    } finally {
      lock.unlock();
    }
  }
}
