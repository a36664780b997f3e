package dev.plumbline.cli;

import dev.plumbline.cli.Column.Look;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Prints what changes. */
final class Following implements Watches.WatchSink {
  private final Printout printout;
  private final Asked asked;
  private final Supplier<Look> look;
  private final PrintWriter err;
  private final Map<ObjectKey, String> printed = new HashMap<>();

  /**
   * @param known what was printed before
   */
  Following(
      Printout printout, Asked asked, List<MapNode> known, Supplier<Look> look, PrintWriter err) {
    this.printout = printout;
    this.asked = asked;
    this.look = look;
    this.err = err;
    for (MapNode object : known) {
      String namespace = object.text("metadata", "namespace").orElse("");
      printed.put(asked.kind().key(namespace, Asked.nameOf(object)), version(object));
    }
  }

  void untilStopped(Session session, String namespace, String selector) {
    var never = new CountDownLatch(1);
    try (var _ =
        session
            .connection()
            .watches()
            .open(asked.kind().served(), namespace, selector, true, this)) {
      never.await();
    } catch (InterruptedException e) {
      // Told to stop.
    }
  }

  @Override
  public void changed(Watches.Observed observed) {
    MapNode object = observed.body().orElseThrow();
    if (asked.covers(object) && !version(object).equals(printed.get(observed.meta().key()))) {
      printed.put(observed.meta().key(), version(object));
      printout.more(object, look.get());
    }
  }

  @Override
  public void deleted(ObjectKey key, String uid) {
    if (printed.remove(key) != null) {
      err.println(key + " was deleted");
    }
  }

  @Override
  public void interrupted(String why) {
    err.println("plumb: " + why + "; trying again");
  }

  @Override
  public void listing() {
    // What comes is compared with what was printed.
  }

  @Override
  public void listed(String resourceVersion) {
    // The changes come by the same way.
  }

  private static String version(MapNode object) {
    return object.text("metadata", "resourceVersion").orElse("");
  }
}
