package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.LocalRef;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSource;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What we say of a Sync that is generated. Whatever else stands in it is other people's. */
public record SyncDraft(
    Name name,
    Map<String, String> labels,
    Map<String, String> annotations,
    SyncSource source,
    String path,
    LocalRef targetRef,
    LocalRef tenantRef,
    SyncSpec.Prune prune) {
  public SyncDraft {
    labels = Map.copyOf(labels);
    annotations = Map.copyOf(annotations);
  }

  /** Whether the Sync says all that already. */
  public boolean isMetBy(HubObject<SyncSpec, SyncStatus> sync) {
    SyncSpec spec = sync.spec();
    return sync.labels().entrySet().containsAll(labels.entrySet())
        && sync.annotations().entrySet().containsAll(annotations.entrySet())
        && sync.finalizers().contains(Marks.SYNC_FINALIZER)
        && source.equals(spec.source())
        && path.equals(spec.path())
        && targetRef.equals(spec.targetRef())
        && tenantRef.equals(spec.tenantRef())
        && prune.equals(spec.prune());
  }

  ObjectKey key() {
    return HubKind.SYNC.key(name);
  }

  /** The finalizer is in it from the start: nothing is delivered that nobody would clean up. */
  MapNode body() {
    return MapNode.EMPTY
        .with("apiVersion", ScalarNode.of(Marks.API_VERSION))
        .with("kind", ScalarNode.of(HubKind.SYNC.kind()))
        .with("metadata", metadata())
        .with(
            "spec",
            MapNode.EMPTY
                .with("source", RecordWriter.write(source))
                .with("path", ScalarNode.of(path))
                .with("targetRef", RecordWriter.write(targetRef))
                .with("tenantRef", RecordWriter.write(tenantRef))
                .with("prune", RecordWriter.write(prune)));
  }

  private MapNode metadata() {
    return MapNode.EMPTY
        .with("name", ScalarNode.of(name.name()))
        .with("namespace", ScalarNode.of(name.namespace()))
        .with("labels", texts(labels))
        .with("annotations", texts(annotations))
        .with("finalizers", ListNode.of(List.of(ScalarNode.of(Marks.SYNC_FINALIZER))));
  }

  private static MapNode texts(Map<String, String> texts) {
    var entries = new LinkedHashMap<String, Node>();
    texts.forEach((key, value) -> entries.put(key, ScalarNode.of(value)));
    return MapNode.of(entries);
  }
}
