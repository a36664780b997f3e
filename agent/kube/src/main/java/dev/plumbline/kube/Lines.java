package dev.plumbline.kube;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The body of an answer that does not end, as lines. One thread reads them; more is asked of the
 * server only when what came is read, and a line has a limit.
 */
final class Lines implements BodySubscriber<Lines>, AutoCloseable {
  private final int mostBytes;
  private final BlockingQueue<Part> parts = new LinkedBlockingQueue<>();
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private volatile Subscription subscription;
  private ByteBuffer current = ByteBuffer.allocate(0);

  private sealed interface Part {
    record Bytes(ByteBuffer buffer, boolean last) implements Part {}

    record End(Optional<Throwable> error) implements Part {}
  }

  Lines(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * The next line; empty at the end of the body, where what is left without an end counts as one.
   *
   * @param silence how long the server may send nothing
   */
  Optional<String> next(Duration silence) throws IOException, InterruptedException {
    line.reset();
    while (true) {
      if (takeLine()) {
        return Optional.of(line.toString(StandardCharsets.UTF_8));
      }
      if (line.size() > mostBytes) {
        throw new IOException("a line of more than %,d bytes".formatted(mostBytes));
      }
      if (!more(silence)) {
        return line.size() == 0
            ? Optional.empty()
            : Optional.of(line.toString(StandardCharsets.UTF_8));
      }
    }
  }

  // Whether the line ends in the current buffer; what belongs to it is taken either way.
  private boolean takeLine() {
    int start = current.position();
    int end = start;
    while (end < current.limit() && current.get(end) != '\n') {
      end++;
    }
    var taken = new byte[end - start];
    current.get(taken);
    line.writeBytes(taken);
    boolean ended = current.hasRemaining();
    if (ended) {
      current.get();
    }
    return ended;
  }

  private boolean more(Duration silence) throws IOException, InterruptedException {
    var part = parts.poll(silence.toMillis(), TimeUnit.MILLISECONDS);
    switch (part) {
      case null -> throw new Stalled("nothing came for %d s".formatted(silence.toSeconds()));
      case Part.Bytes(var buffer, boolean last) -> {
        current = buffer;
        if (last) {
          subscription.request(1);
        }
        return true;
      }
      case Part.End(var error) -> {
        parts.add(part);
        if (error.isPresent()) {
          throw new IOException(NetworkErrors.say(error.get()), error.get());
        }
        return false;
      }
    }
  }

  @Override
  public CompletionStage<Lines> getBody() {
    return CompletableFuture.completedFuture(this);
  }

  @Override
  public void onSubscribe(Subscription opened) {
    subscription = opened;
    opened.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (int i = 0; i < buffers.size(); i++) {
      parts.add(new Part.Bytes(buffers.get(i), i == buffers.size() - 1));
    }
  }

  @Override
  public void onError(Throwable error) {
    parts.add(new Part.End(Optional.of(error)));
  }

  @Override
  public void onComplete() {
    parts.add(new Part.End(Optional.empty()));
  }

  /** Gives up the rest; the stream is reset. */
  @Override
  public void close() {
    var opened = subscription;
    if (opened != null) {
      opened.cancel();
    }
  }

  /** The server went silent for longer than it does when all is well. */
  static final class Stalled extends IOException {
    private static final long serialVersionUID = 1;

    Stalled(String why) {
      super(why);
    }
  }
}
