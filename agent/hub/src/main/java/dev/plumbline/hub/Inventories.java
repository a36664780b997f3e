package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.Inventory;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Chunk;
import dev.plumbline.api.v1alpha1.SyncStatus.Head;
import dev.plumbline.api.v1alpha1.SyncStatus.StoredInventory;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the entries of a Sync stand: in its status, or beyond 100 in Inventory objects that the
 * status names.
 *
 * <p>Copy on write: an object is never changed, the status names others instead. So whatever
 * happens between the two writes, the status names a whole inventory; what it does not name is
 * leftover, see {@link Leftovers}.
 */
final class Inventories {
  static final int IN_STATUS = 100;

  private static final int ENTRY_LENGTH = 1024;
  private static final int MAX_CHUNKS = 256;
  private static final int ATTEMPTS = 4;

  private final Cluster cluster;
  private final Clock clock;

  Inventories(Cluster cluster, Clock clock) {
    this.cluster = cluster;
    this.clock = clock;
  }

  /** What the status is to hold, after everything it names is there. */
  sealed interface Stored {
    record Ready(StoredInventory inventory) implements Stored {}

    record Failed(String why, boolean permanent) implements Stored {}
  }

  Stored store(HubObject<SyncSpec, SyncStatus> sync, List<String> entries) {
    if (entries.stream().anyMatch(entry -> entry.length() > ENTRY_LENGTH)) {
      return new Stored.Failed(
          "an inventory entry of Sync %s is longer than %,d characters"
              .formatted(sync.name(), ENTRY_LENGTH),
          true);
    }
    if (entries.size() <= IN_STATUS) {
      return new Stored.Ready(new StoredInventory(entries, null));
    }
    List<List<String>> parts = Chunks.cut(entries);
    if (parts.size() > MAX_CHUNKS) {
      return new Stored.Failed(
          "Sync %s owns %,d objects, more than an inventory can hold"
              .formatted(sync.name(), entries.size()),
          true);
    }
    return storeChunks(sync, entries.size(), parts);
  }

  LoadedInventory load(HubObject<SyncSpec, SyncStatus> sync) throws IOException {
    StoredInventory stored = sync.status().inventory();
    if (stored == null) {
      return new LoadedInventory.None();
    }
    if (stored.head() == null) {
      return new LoadedInventory.Whole(stored.entries());
    }
    var entries = new ArrayList<String>(stored.head().entries());
    for (Chunk chunk : stored.head().chunks()) {
      var key = ChunkObject.key(sync.name().namespace(), chunk.name());
      Optional<MapNode> object = cluster.get(key);
      if (object.isEmpty()) {
        return incomplete(sync, chunk, "is not there");
      }
      var part = entriesOf(object.get());
      if (!Chunks.digest(part).toString().equals(chunk.digest())) {
        return incomplete(sync, chunk, "does not hold what was written");
      }
      entries.addAll(part);
    }
    return digestOf(stored.head().chunks()).equals(stored.head().digest())
        ? new LoadedInventory.Whole(entries)
        : new LoadedInventory.Incomplete(
            "the status of Sync %s does not name all parts of its inventory"
                .formatted(sync.name()));
  }

  private Stored storeChunks(
      HubObject<SyncSpec, SyncStatus> sync, int count, List<List<String>> parts) {
    var chunks = new ArrayList<Chunk>();
    for (List<String> part : parts) {
      var object = ChunkObject.of(sync.name(), part);
      Optional<Chunk> kept = named(sync.status(), object.digest().toString());
      if (kept.isPresent()) {
        chunks.add(kept.get());
        continue;
      }
      switch (create(object)) {
        case Created.There(var chunk) -> chunks.add(chunk);
        case Created.Failed(var why, var permanent) -> {
          return new Stored.Failed(
              "could not write the inventory of Sync %s: %s".formatted(sync.name(), why),
              permanent);
        }
      }
    }
    var head = new Head(count, digestOf(chunks), chunks);
    return new Stored.Ready(new StoredInventory(List.of(), head));
  }

  private sealed interface Created {
    record There(Chunk chunk) implements Created {}

    record Failed(String why, boolean permanent) implements Created {}
  }

  private Created create(ChunkObject chunk) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      ObjectKey key = chunk.key(attempt);
      switch (cluster.create(key, chunk.body(key, clock.now()))) {
        case Answer.Done done -> {
          return there(chunk, key, done.meta().uid());
        }
        case Answer.Refused(var refusal) when refusal.cause() != Cause.EXISTS -> {
          return new Created.Failed(refusal.message(), refusal.permanent());
        }
        case Answer.Refused exists -> {
          Optional<Created> usable = reuse(chunk, key);
          if (usable.isPresent()) {
            return usable.get();
          }
        }
        case Answer.Unknown(var why) -> {
          // It may arrive late: then it is a leftover, or the same content under the same name.
          return reuse(chunk, key).orElse(new Created.Failed(why, false));
        }
      }
    }
    return new Created.Failed("the names for its parts are taken by objects being deleted", false);
  }

  // A leftover of a writer that came no further, or a write of ours whose answer was lost. The
  // touch moves its resourceVersion, so that whoever is about to sweep it away fails.
  private Optional<Created> reuse(ChunkObject chunk, ObjectKey key) {
    try {
      Optional<MapNode> found = cluster.get(key);
      if (found.isEmpty()
          || found.get().at("metadata", "deletionTimestamp").isPresent()
          || !entriesOf(found.get()).equals(chunk.entries())) {
        return Optional.empty();
      }
      var guard =
          new Guard(
              found.get().text("metadata", "uid").orElseThrow(),
              found.get().text("metadata", "resourceVersion").orElseThrow());
      return cluster.patch(key, guard, touch(found.get())) instanceof Answer.Done
          ? Optional.of(there(chunk, key, guard.uid()))
          : Optional.of(new Created.Failed("%s is being changed".formatted(key), false));
    } catch (IOException e) {
      return Optional.of(new Created.Failed(e.getMessage(), false));
    }
  }

  private List<MapNode> touch(MapNode object) {
    var finalizers = new ArrayList<Node>(object.list("metadata", "finalizers"));
    var ours = ScalarNode.of(Marks.IN_USE);
    if (!finalizers.contains(ours)) {
      finalizers.add(ours);
    }
    var touched = ScalarNode.of(clock.now().toString());
    return List.of(
        Cluster.operation("add", "/metadata/annotations/" + ChunkObject.TOUCHED_PATH, touched),
        Cluster.operation("add", "/metadata/finalizers", ListNode.of(finalizers)));
  }

  private static Created there(ChunkObject chunk, ObjectKey key, String uid) {
    return new Created.There(new Chunk(key.name(), uid, chunk.digest().toString()));
  }

  private static Optional<Chunk> named(SyncStatus status, String digest) {
    if (status.inventory() == null || status.inventory().head() == null) {
      return Optional.empty();
    }
    return status.inventory().head().chunks().stream()
        .filter(chunk -> chunk.digest().equals(digest))
        .findFirst();
  }

  private static String digestOf(List<Chunk> chunks) {
    return Chunks.digest(chunks.stream().map(Chunk::digest).toList()).toString();
  }

  private static List<String> entriesOf(MapNode object) {
    try {
      return RecordReader.read(
              Inventory.Spec.class, object.map("spec").orElse(MapNode.EMPTY), "spec")
          .entries();
    } catch (MalformedException e) {
      return List.of();
    }
  }

  private static LoadedInventory incomplete(
      HubObject<SyncSpec, SyncStatus> sync, Chunk chunk, String what) {
    return new LoadedInventory.Incomplete(
        "Inventory %s/%s, named by the status of Sync %s, %s"
            .formatted(sync.name().namespace(), chunk.name(), sync.name(), what));
  }

  /** The name of the Sync a chunk says it belongs to. */
  static Optional<Name> ownerOf(String annotation) {
    int slash = annotation.indexOf('/');
    return slash <= 0 || slash == annotation.length() - 1
        ? Optional.empty()
        : Optional.of(new Name(annotation.substring(0, slash), annotation.substring(slash + 1)));
  }
}
