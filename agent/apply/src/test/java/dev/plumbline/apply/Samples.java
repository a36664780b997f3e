package dev.plumbline.apply;

import dev.plumbline.kube.FieldSet;
import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Objects, metadata and settings that tests are made of. */
final class Samples {
  static final String HUB_ID = "hub-1";
  static final Name SYNC = new Name("plumbline-system", "acme-dev");
  static final Marks MARKS = new Marks(HUB_ID, SYNC);
  static final ServedKind CONFIG_MAP =
      new ServedKind("", "v1", "ConfigMap", "configmaps", true, Set.of());
  static final ServedKind DEPLOYMENT =
      new ServedKind("apps", "v1", "Deployment", "deployments", true, Set.of());
  static final Settings SETTINGS =
      new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, false, false);
  static final Instant NOON = Instant.parse("2026-11-30T12:00:00Z");

  private Samples() {}

  /** Settings under which a person gave his word for this revision's prunes. */
  static Settings confirmed() {
    return new Settings(true, 10, true, Set.of(), Preflight.Mode.AUTO, false, false);
  }

  static Wanted configMap(String name, String value) {
    var body =
        (MapNode)
            Json.read(
                """
                {"apiVersion":"v1","kind":"ConfigMap",
                 "metadata":{"name":"%s","namespace":"web"},"data":{"a":"%s"}}
                """
                    .formatted(name, value));
    var key = new ObjectKey("", "ConfigMap", "web", name);
    return new Wanted(key, CONFIG_MAP, MARKS.on(body), new Position("web.yaml", 3));
  }

  /** The metadata of an object as the server shows it, with our marks and our entry on it. */
  static There live(Wanted wanted) {
    return new There(wanted.key(), "u-" + wanted.key().name(), "100", true, "{\"f:data\":{}}");
  }

  /** Builds metadata step by step. */
  record There(ObjectKey key, String uid, String version, boolean marked, String ours) {
    There version(String newer) {
      return new There(key, uid, newer, marked, ours);
    }

    There uid(String other) {
      return new There(key, other, version, marked, ours);
    }

    There unmarked() {
      return new There(key, uid, version, false, ours);
    }

    /** Our entry now holds these fields only. */
    There owning(String fieldsV1) {
      return new There(key, uid, version, marked, fieldsV1);
    }

    Meta meta(ManagedEntry... others) {
      var entries = new ArrayList<>(List.of(others));
      entries.add(entry(Marks.MANAGER, "Apply", "", ours, NOON));
      return new Meta(
          key,
          "v1",
          uid,
          version,
          1,
          NOON,
          false,
          List.of(),
          marked ? Map.of("plumbline.dev/hub", HUB_ID) : Map.of(),
          marked ? Map.of("plumbline.dev/sync", SYNC.toString()) : Map.of(),
          entries);
    }
  }

  static ManagedEntry entry(
      String manager, String operation, String subresource, String fields, Instant time) {
    return new ManagedEntry(
        manager, operation, subresource, "v1", time, new FieldSet((MapNode) Json.read(fields)));
  }

  /** The entry of an object that is exactly as it was left. */
  static Entry entry(Wanted wanted, Meta meta) {
    return new Entry(
        wanted.key(),
        "v1",
        meta.uid(),
        wanted.digest(),
        Owned.digest(meta, Marks.MANAGER),
        false,
        false);
  }
}
