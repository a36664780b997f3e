package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Chunk;
import dev.plumbline.api.v1alpha1.SyncStatus.StoredInventory;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.DeleteRequest;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes Inventory objects that no status names any more. */
final class Leftovers {
  private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);

  // A writer names what it made within seconds, or never.
  private static final Duration AGE = Duration.ofMinutes(10);

  private final Cluster cluster;
  private final Clock clock;

  Leftovers(Cluster cluster, Clock clock) {
    this.cluster = cluster;
    this.clock = clock;
  }

  /** Removes what {@code before} named and {@code now} does not; what fails waits for a sweep. */
  void release(Name sync, StoredInventory before, StoredInventory now) {
    Set<String> named = names(now);
    for (String name : names(before)) {
      if (!named.contains(name)) {
        release(ChunkObject.key(sync.namespace(), name));
      }
    }
  }

  /**
   * Removes what writers left behind that came no further than the objects: old enough, and named
   * by no status.
   *
   * @param ours tells the namespaces whose Syncs are known; the others are another installation's
   * @return how many
   */
  int sweep(ServedKind kind, HubObjects<SyncSpec, SyncStatus> syncs, Predicate<String> ours)
      throws IOException {
    int swept = 0;
    for (Meta meta : cluster.list(kind, ChunkObject.LABEL)) {
      boolean known = ours.test(meta.key().namespace());
      if (known && isOld(meta) && !isNamed(meta, syncs) && remove(meta)) {
        swept++;
      }
    }
    return swept;
  }

  private void release(ObjectKey key) {
    try {
      cluster.meta(key).ifPresent(this::remove);
    } catch (IOException e) {
      LOG.info("{} stays for now: {}", key, e.getMessage());
    }
  }

  // First our finalizer, then the object: both only in the version that was seen.
  private boolean remove(Meta meta) {
    var guard = new Guard(meta.uid(), meta.resourceVersion());
    var others =
        meta.finalizers().stream()
            .filter(finalizer -> !finalizer.equals(Marks.IN_USE))
            .map(ScalarNode::of)
            .toList();
    var unhold = Cluster.operation("add", "/metadata/finalizers", ListNode.of(others));
    return switch (cluster.patch(meta.key(), guard, List.of(unhold))) {
      case Answer.Done(var freed, var warnings) -> delete(freed);
      case Answer.Refused(var refusal) -> kept(meta, refusal.message());
      case Answer.Unknown(var why) -> kept(meta, why);
    };
  }

  private boolean delete(Meta freed) {
    var guard = new Guard(freed.uid(), freed.resourceVersion());
    return switch (cluster.delete(DeleteRequest.of(freed.key(), guard))) {
      case Answer.Done done -> true;
      case Answer.Refused(var refusal) ->
          refusal.cause() == Cause.GONE || kept(freed, refusal.message());
      case Answer.Unknown(var why) -> kept(freed, why);
    };
  }

  private static boolean kept(Meta meta, String why) {
    LOG.info("{} stays for now: {}", meta.key(), why);
    return false;
  }

  private boolean isOld(Meta meta) {
    Instant touched = touched(meta).orElse(meta.created());
    Instant last = touched.isAfter(meta.created()) ? touched : meta.created();
    return last.plus(AGE).isBefore(clock.now());
  }

  private static Optional<Instant> touched(Meta meta) {
    try {
      return Optional.ofNullable(meta.annotations().get(ChunkObject.TOUCHED)).map(Instant::parse);
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static boolean isNamed(Meta meta, HubObjects<SyncSpec, SyncStatus> syncs) {
    Optional<Name> owner =
        Inventories.ownerOf(meta.annotations().getOrDefault(Marks.SYNC, ""))
            .filter(name -> name.namespace().equals(meta.key().namespace()));
    return owner.isEmpty()
        || switch (syncs.lookup(owner.get())) {
          case Lookup.Found<SyncSpec, SyncStatus>(var sync) ->
              names(sync.status().inventory()).contains(meta.key().name());
          case Lookup.Malformed<SyncSpec, SyncStatus> malformed -> true;
          case Lookup.Absent<SyncSpec, SyncStatus> absent -> false;
        };
  }

  private static Set<String> names(StoredInventory inventory) {
    return inventory == null || inventory.head() == null
        ? Set.of()
        : inventory.head().chunks().stream().map(Chunk::name).collect(Collectors.toSet());
  }
}
