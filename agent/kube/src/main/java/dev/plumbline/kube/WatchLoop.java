package dev.plumbline.kube;

import dev.plumbline.kube.Watches.Observed;
import dev.plumbline.kube.Watches.WatchSink;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * One watch, for as long as it is open: lists, follows, and comes back after whatever ends the
 * stream, at the version it had if the server still knows it.
 */
final class WatchLoop {
  // Bookmarks come about once a minute; a watch without any is opened anew a little more often.
  static final Duration SILENCE = Duration.ofMinutes(3);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
  // Rights change when somebody changes them.
  private static final Duration UNTIL_ALLOWED = Duration.ofMinutes(5);
  // A stream that the server ends sooner than that is no better than one that breaks.
  private static final Duration TOO_SOON = Duration.ofSeconds(5);

  private final WatchStreams.What what;
  private final WatchStreams streams;
  private final Lists lists;
  private final WatchSink sink;
  private final Clock clock;
  private final Duration silence;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  // The version seen last; empty when everything has to be listed.
  private String version = "";
  private boolean streamingLists = true;
  private Duration pause = FIRST_PAUSE;

  WatchLoop(
      WatchStreams.What what,
      WatchStreams streams,
      Lists lists,
      WatchSink sink,
      Clock clock,
      Duration silence) {
    this.what = what;
    this.streams = streams;
    this.lists = lists;
    this.sink = sink;
    this.clock = clock;
    this.silence = silence;
    this.thread = Thread.ofVirtual().name("watch " + what).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void stop() {
    stopped.countDown();
    thread.interrupt();
  }

  private void run() {
    try {
      while (stopped.getCount() > 0) {
        pause(onceMore());
      }
    } catch (InterruptedException e) {
      // Stopped.
    }
  }

  /** Runs one stream to its end, and says how long to wait before the next. */
  private Duration onceMore() throws InterruptedException {
    long began = clock.nanoTime();
    try {
      once();
      return clock.elapsed(began).compareTo(TOO_SOON) < 0 ? longerPause() : shortPause();
    } catch (IOException | RuntimeException e) {
      if (stopped.getCount() > 0) {
        tell(e);
      }
      return e instanceof KubeException no ? pauseAfter(no.refusal()) : longerPause();
    }
  }

  private void tell(Exception e) {
    String why = "the watch on %s broke: %s".formatted(what, e.getMessage());
    if (isForbidden(e)) {
      sink.forbidden(why);
    } else {
      sink.interrupted(why);
    }
  }

  private static boolean isForbidden(Exception e) {
    return e instanceof KubeException no && no.refusal().cause() == Refusal.Cause.FORBIDDEN;
  }

  // One stream, from its opening to its regular end.
  private void once() throws IOException, InterruptedException {
    if (!version.isEmpty()) {
      try (var stream = streams.follow(what, version)) {
        follow(stream);
      }
    } else if (streamingLists) {
      listByStream();
    } else {
      listByPages();
    }
  }

  private void listByStream() throws IOException, InterruptedException {
    try (var stream = streams.list(what)) {
      sink.listing();
      follow(stream);
    } catch (KubeException e) {
      if (!WatchStreams.refusesLists(e)) {
        throw e;
      }
      streamingLists = false;
    }
  }

  private void listByPages() throws IOException {
    sink.listing();
    String listed = lists.read(what.list(), sink::listing, item -> sink.changed(observed(item)));
    sink.listed(listed);
    version = listed;
  }

  private void follow(WatchStreams.Stream stream) throws IOException, InterruptedException {
    boolean listing = version.isEmpty();
    for (var event = stream.next(silence); event.isPresent(); event = stream.next(silence)) {
      pause = FIRST_PAUSE;
      switch (event.get()) {
        case WatchEvent.Changed(var object) -> {
          var observed = observed(object);
          sink.changed(observed);
          seen(listing, observed.meta().resourceVersion());
        }
        case WatchEvent.Deleted(var object) -> {
          var meta = MetaReader.read(what.kind(), object);
          sink.deleted(meta.key(), meta.uid());
          seen(listing, meta.resourceVersion());
        }
        case WatchEvent.Bookmark(String at, boolean listed) -> {
          if (listing && listed) {
            listing = false;
            sink.listed(at);
          }
          seen(listing, at);
        }
        case WatchEvent.Failed(int code, String message) -> {
          forget(code);
          throw new IOException(message);
        }
      }
    }
  }

  // In the middle of a list a version says nothing about what has not come yet.
  private void seen(boolean listing, String at) {
    if (!listing) {
      version = at;
    }
  }

  // Too old, not understood, or of a definition that is gone and may come back as another.
  private void forget(int code) {
    if (code == 410 || code == 400 || code == 404) {
      version = "";
    }
  }

  private Observed observed(MapNode object) throws IOException {
    var meta = MetaReader.read(what.kind(), object);
    return new Observed(
        meta, what.bodies() ? Optional.of(withoutManagedFields(object)) : Optional.empty());
  }

  private static MapNode withoutManagedFields(MapNode object) {
    var metadata = object.map("metadata").orElse(MapNode.EMPTY);
    return object.with("metadata", metadata.without("managedFields"));
  }

  private Duration pauseAfter(Refusal refusal) {
    forget(refusal.code());
    Duration longest = refusal.cause() == Refusal.Cause.FORBIDDEN ? UNTIL_ALLOWED : LONGEST_PAUSE;
    return refusal.retryAfter().orElseGet(() -> longerPause(longest));
  }

  private Duration longerPause() {
    return longerPause(LONGEST_PAUSE);
  }

  private Duration longerPause(Duration longest) {
    var now = pause;
    var doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(longest) > 0 ? longest : doubled;
    return now.multipliedBy(ThreadLocalRandom.current().nextInt(50, 150)).dividedBy(100);
  }

  private static Duration shortPause() {
    return Duration.ofMillis(ThreadLocalRandom.current().nextInt(100));
  }

  private void pause(Duration time) throws InterruptedException {
    stopped.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
