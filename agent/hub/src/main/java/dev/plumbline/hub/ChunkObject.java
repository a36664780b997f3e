package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.Inventory;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.model.Digest;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** The Inventory object that holds one chunk. Its name tells its content. */
record ChunkObject(Name sync, List<String> entries, Digest digest) {
  /** Label: whose chunk it is, as the first digits of the digest of the Sync's full name. */
  static final String LABEL = "plumbline.dev/inventory-of";

  /** Annotation: when a writer last meant to name it. */
  static final String TOUCHED = "plumbline.dev/touched";

  /** The same as a segment of a JSON pointer. */
  static final String TOUCHED_PATH = TOUCHED.replace("/", "~1");

  private static final int PREFIX = 200;
  private static final int SHORT = 16;

  static ChunkObject of(Name sync, List<String> entries) {
    return new ChunkObject(sync, entries, Chunks.digest(entries));
  }

  static ObjectKey key(String namespace, String name) {
    return new ObjectKey(Marks.GROUP, "Inventory", namespace, name);
  }

  /**
   * @param attempt beyond 0 where the name before it is taken by an object that is being deleted
   */
  ObjectKey key(int attempt) {
    String prefix = sync.name().substring(0, Math.min(sync.name().length(), PREFIX));
    String name = prefix + "-" + digest.first(SHORT) + (attempt == 0 ? "" : "-" + attempt);
    return key(sync.namespace(), name);
  }

  MapNode body(ObjectKey key, Instant now) {
    var spec = new Inventory.Spec(sync.name(), entries.size(), entries);
    return MapNode.EMPTY
        .with("apiVersion", ScalarNode.of(Marks.API_VERSION))
        .with("kind", ScalarNode.of("Inventory"))
        .with("metadata", metadata(key, now))
        .with("spec", RecordWriter.write(spec));
  }

  private MapNode metadata(ObjectKey key, Instant now) {
    String owner = Digest.of(sync.toString()).first(12);
    return MapNode.EMPTY
        .with("name", ScalarNode.of(key.name()))
        .with("namespace", ScalarNode.of(key.namespace()))
        .with("labels", MapNode.of(Map.of(LABEL, ScalarNode.of(owner))))
        .with(
            "annotations",
            MapNode.EMPTY
                .with(Marks.SYNC, ScalarNode.of(sync.toString()))
                .with(TOUCHED, ScalarNode.of(now.toString())))
        .with("finalizers", ListNode.of(List.of(ScalarNode.of(Marks.IN_USE))));
  }
}
