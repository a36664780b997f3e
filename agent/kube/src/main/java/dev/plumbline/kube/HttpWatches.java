package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Watches over HTTP, one virtual thread each. */
final class HttpWatches implements Watches, AutoCloseable {
  private final WatchStreams streams;
  private final Lists lists;
  private final Clock clock;
  private final Duration silence;
  private final Set<WatchLoop> open = ConcurrentHashMap.newKeySet();

  HttpWatches(WatchStreams streams, Lists lists, Clock clock, Duration silence) {
    this.streams = streams;
    this.lists = lists;
    this.clock = clock;
    this.silence = silence;
  }

  @Override
  public Watch open(
      ServedKind kind, String namespace, String labelSelector, boolean bodies, WatchSink sink) {
    var what = new WatchStreams.What(kind, namespace, labelSelector, bodies);
    var loop = new WatchLoop(what, streams, lists, sink, clock, silence);
    open.add(loop);
    loop.start();
    return () -> {
      loop.stop();
      open.remove(loop);
    };
  }

  @Override
  public void close() {
    open.forEach(WatchLoop::stop);
    open.clear();
    streams.close();
  }
}
