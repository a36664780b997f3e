package dev.plumbline.source.git;

import dev.plumbline.model.Clock;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;

/**
 * What all requests of one fetch have in common: the origin and the credentials bound to it, and
 * how many bytes and how much time are left.
 */
final class Exchange {
  private final GitSource source;
  private final GitLimits limits;
  private final AddressPolicy addresses;
  private final SSLSocketFactory sockets;
  private final Clock clock;
  private final long startedAt;
  private final AtomicLong received = new AtomicLong();
  private volatile long byteLimit;
  private volatile boolean packExpected;
  private volatile Optional<GitCredentials.Header> header = Optional.empty();

  Exchange(GitSource source, GitLimits limits, SSLSocketFactory tls, Clock clock) {
    this.source = source;
    this.limits = limits;
    GitAccess access = source.access();
    this.addresses = new AddressPolicy(access.allowInsecure());
    this.sockets =
        new CheckedSockets(
            access.tls().map(GitTls::sockets).orElse(tls), addresses, access.proxy());
    this.clock = clock;
    this.startedAt = clock.nanoTime();
    this.byteLimit = limits.advertisementBytes();
  }

  /** From here on the server sends a pack. */
  void expectPack() {
    packExpected = true;
    byteLimit = received.get() + limits.packBytes();
  }

  boolean packExpected() {
    return packExpected;
  }

  GitUrl url() {
    return source.url();
  }

  /** What the server is told about who asks, from here on. */
  void as(Optional<GitCredentials.Header> credentials) {
    header = credentials;
  }

  Optional<String> authorization() {
    return header.map(credentials -> credentials.authorization().use(value -> value));
  }

  boolean allowInsecure() {
    return source.access().allowInsecure();
  }

  AddressPolicy addresses() {
    return addresses;
  }

  SSLSocketFactory sockets() {
    return sockets;
  }

  Duration idleTime() {
    return limits.idleTime();
  }

  Duration fetchTime() {
    return limits.fetchTime();
  }

  long received() {
    return received.get();
  }

  boolean overdue() {
    return clock.elapsed(startedAt).compareTo(limits.fetchTime()) > 0;
  }

  Stop overdueStop() {
    return new Stop(
        Reason.TIMED_OUT, "took longer than %d s".formatted(limits.fetchTime().toSeconds()));
  }

  /**
   * The same bytes, counted and within the time.
   *
   * @param abort closes the connection: the JDK's own close waits for the rest of an answer
   */
  InputStream metered(InputStream in, Runnable abort) {
    return new FilterInputStream(in) {
      @Override
      public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] into, int from, int length) throws IOException {
        try {
          int count = super.read(into, from, length);
          meter(Math.max(count, 0));
          return count;
        } catch (IOException e) {
          abort.run();
          throw stop(e);
        }
      }

      @Override
      public long skip(long count) throws IOException {
        return readNBytes((int) Math.min(count, 8192)).length;
      }
    };
  }

  private void meter(int count) throws Stop {
    if (received.addAndGet(count) > byteLimit) {
      throw new Stop(
          Reason.OVER_LIMIT, "sent more than the %d bytes one fetch may have".formatted(byteLimit));
    }
    if (overdue()) {
      throw overdueStop();
    }
  }

  private Stop silent() {
    return new Stop(
        Reason.TIMED_OUT, "was silent for %d s".formatted(limits.idleTime().toSeconds()));
  }

  /** What a failed connection means. */
  Stop stop(IOException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case Stop stop -> {
          return stop;
        }
        case UnknownHostException unknown -> {
          return new Stop(Reason.HOST_UNKNOWN, "the host name is unknown");
        }
        case InterruptedIOException timeout -> {
          return overdue() ? overdueStop() : silent();
        }
        case TimeoutException timeout -> {
          return silent();
        }
        case SSLException tls -> {
          return new Stop(
              Reason.TLS_FAILED, "no trusted TLS connection: " + Text.line(tls.getMessage()));
        }
        case ConnectException refused -> {
          return new Stop(Reason.CONNECTION_FAILED, Text.line(refused.getMessage()));
        }
        default -> {
          // Look at what caused it.
        }
      }
    }
    return overdue()
        ? overdueStop()
        : new Stop(
            Reason.CONNECTION_FAILED, "the connection broke: " + Text.line(failure.getMessage()));
  }
}
