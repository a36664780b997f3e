package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TargetStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.util.List;
import java.util.Optional;

/**
 * One of our kinds, and how its objects become records and back.
 *
 * @param none the status of an object nobody wrote a status for
 */
record HubKind<S extends Record, T extends Record>(
    String kind, Class<S> specType, Class<T> statusType, T none) {
  static final HubKind<RepositorySpec, RepositoryStatus> REPOSITORY =
      new HubKind<>(
          "Repository", RepositorySpec.class, RepositoryStatus.class, RepositoryStatus.NONE);
  static final HubKind<TargetSpec, TargetStatus> TARGET =
      new HubKind<>("Target", TargetSpec.class, TargetStatus.class, TargetStatus.NONE);
  static final HubKind<EnvironmentSpec, EnvironmentStatus> ENVIRONMENT =
      new HubKind<>(
          "Environment", EnvironmentSpec.class, EnvironmentStatus.class, EnvironmentStatus.NONE);
  static final HubKind<TenantSpec, TenantStatus> TENANT =
      new HubKind<>("Tenant", TenantSpec.class, TenantStatus.class, TenantStatus.NONE);
  static final HubKind<SyncSpec, SyncStatus> SYNC =
      new HubKind<>("Sync", SyncSpec.class, SyncStatus.class, SyncStatus.NONE);

  ObjectKey key(Name name) {
    return new ObjectKey(Marks.GROUP, kind, name.namespace(), name.name());
  }

  /** The object from its whole body. */
  Lookup<S, T> read(MapNode body) {
    MapNode metadata = body.map("metadata").orElse(MapNode.EMPTY);
    var name = new Name(named(metadata, "namespace"), named(metadata, "name"));
    try {
      S spec = RecordReader.read(specType, body.map("spec").orElse(MapNode.EMPTY), "spec");
      T status =
          body.map("status")
              .map(node -> RecordReader.read(statusType, node, "status"))
              .orElse(none);
      return new Lookup.Found<>(Metadata.of(metadata).object(name, spec, status));
    } catch (MalformedException e) {
      return new Lookup.Malformed<>(
          name,
          metadata.text("uid").orElse(""),
          metadata.text("resourceVersion").orElse(""),
          "%s %s cannot be used: %s".formatted(kind, name, e.getMessage()),
          body,
          Optional.empty());
    }
  }

  private static String named(MapNode metadata, String field) {
    return metadata.text(field).filter(text -> !text.isEmpty()).orElse("?");
  }

  /** The object with another status, for a PUT that only succeeds on the very version read. */
  MapNode withStatus(HubObject<S, T> object, T status) {
    return MapNode.EMPTY
        .with("apiVersion", ScalarNode.of(Marks.API_VERSION))
        .with("kind", ScalarNode.of(kind))
        .with(List.of("metadata", "name"), ScalarNode.of(object.name().name()))
        .with(List.of("metadata", "namespace"), ScalarNode.of(object.name().namespace()))
        .with(List.of("metadata", "uid"), ScalarNode.of(object.uid()))
        .with(List.of("metadata", "resourceVersion"), ScalarNode.of(object.resourceVersion()))
        .with("spec", RecordWriter.write(object.spec()))
        .with("status", RecordWriter.write(status));
  }
}
