package dev.plumbline.reconcile;

import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.ObjectKey;

/**
 * The watches of a target, which say so when one of them breaks: the cluster may be gone, or may
 * not know our credentials any more, and at rest nothing else would notice.
 */
record Watchful(Watches watches, Runnable broke) implements Watches {
  @Override
  public Watch open(
      ServedKind kind, String namespace, String labelSelector, boolean bodies, WatchSink sink) {
    return watches.open(kind, namespace, labelSelector, bodies, new Sink(sink, broke));
  }

  private record Sink(WatchSink sink, Runnable broke) implements WatchSink {
    @Override
    public void listing() {
      sink.listing();
    }

    @Override
    public void changed(Observed object) {
      sink.changed(object);
    }

    @Override
    public void listed(String resourceVersion) {
      sink.listed(resourceVersion);
    }

    @Override
    public void deleted(ObjectKey key, String uid) {
      sink.deleted(key, uid);
    }

    @Override
    public void interrupted(String why) {
      sink.interrupted(why);
      broke.run();
    }

    @Override
    public void forbidden(String why) {
      sink.forbidden(why);
    }
  }
}
