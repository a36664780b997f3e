package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.hub.DraftWrite;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Fence;
import dev.plumbline.reconcile.generate.Generation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Makes, changes and deletes generated Syncs, so many at once for all Tenants together. */
final class SyncWrites {
  private static final int AT_ONCE = 16;

  private final Supplier<HubWriter> writer;
  private final Semaphore permits = new Semaphore(AT_ONCE, true);

  SyncWrites(Supplier<HubWriter> writer) {
    this.writer = writer;
  }

  /** What became of all of them: the worst. */
  sealed interface Result {
    record Done() implements Result {}

    /** Somebody wrote to one of them meanwhile. */
    record Overtaken() implements Result {}

    record Failed(Failure why) implements Result {}
  }

  Result carryOut(Generation generation) throws InterruptedException {
    HubWriter hub = writer.get();
    var all = new ArrayList<Callable<DraftWrite>>();
    generation.writes().forEach(write -> all.add(() -> hub.generate(write.draft(), write.found())));
    generation.deletes().forEach(sync -> all.add(() -> hub.delete(sync)));
    return together(all);
  }

  Result delete(List<HubObject<SyncSpec, SyncStatus>> syncs) throws InterruptedException {
    HubWriter hub = writer.get();
    return together(
        syncs.stream().<Callable<DraftWrite>>map(sync -> () -> hub.delete(sync)).toList());
  }

  private Result together(List<Callable<DraftWrite>> all) throws InterruptedException {
    Result worst = new Result.Done();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<DraftWrite> one : threads.invokeAll(all.stream().map(this::permitted).toList())) {
        worst = worse(worst, result(one));
      }
    }
    return worst;
  }

  private Callable<DraftWrite> permitted(Callable<DraftWrite> write) {
    return () -> {
      permits.acquire();
      try {
        return write.call();
      } finally {
        permits.release();
      }
    };
  }

  private static Result result(Future<DraftWrite> one) throws InterruptedException {
    try {
      return switch (one.get()) {
        case DraftWrite.Done() -> new Result.Done();
        case DraftWrite.Overtaken() -> new Result.Overtaken();
        case DraftWrite.NamespaceMissing(String why) ->
            new Result.Failed(new Failure("NamespaceMissing", why));
        case DraftWrite.Failed(String why) -> new Result.Failed(new Failure("WriteFailed", why));
      };
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Fence.Closed closed) {
        throw closed;
      }
      throw new IllegalStateException("a write of a Sync failed by a fault of ours", e.getCause());
    }
  }

  private static Result worse(Result a, Result b) {
    if (a instanceof Result.Failed || b instanceof Result.Done) {
      return a;
    }
    return b;
  }
}
