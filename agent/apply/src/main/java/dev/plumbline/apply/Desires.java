package dev.plumbline.apply;

import dev.plumbline.kube.Discovery;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns rendered objects into {@link Desired} ones: resolves kind and scope, puts marks on. */
public final class Desires {
  static final GroupKind CRD = new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition");

  private final Discovery discovery;
  private final Marks marks;

  public Desires(Discovery discovery, Marks marks) {
    this.discovery = discovery;
    this.marks = marks;
  }

  /**
   * A rendered object.
   *
   * @param where it comes from
   * @param ignored fields that are left to others, as JSON pointers
   */
  public record Source(MapNode body, Position where, List<String> ignored) {
    public Source {
      ignored = List.copyOf(ignored);
    }

    Source(MapNode body, Position where) {
      this(body, where, List.of());
    }
  }

  public Desired of(List<Source> rendered) throws IOException {
    Map<GroupKind, ObjectKey> definitions = definitions(rendered);
    Map<ObjectKey, Wanted> objects = new LinkedHashMap<>();
    Map<ObjectKey, Desired.Ambiguous> ambiguous = new LinkedHashMap<>();
    var unserved = new ArrayList<Desired.Unserved>();
    Map<String, Optional<ServedKind>> served = new HashMap<>();
    for (Source source : rendered) {
      String apiVersion = source.body().text("apiVersion").orElse("");
      String kind = source.body().text("kind").orElse("");
      Optional<ServedKind> found = served.get(apiVersion + " " + kind);
      if (found == null) {
        found = discovery.find(apiVersion, kind);
        served.put(apiVersion + " " + kind, found);
      }
      if (found.isEmpty()) {
        ObjectKey key = key(source.body(), groupOf(apiVersion), kind);
        var definition = Optional.ofNullable(definitions.get(key.groupKind()));
        Wishes wishes = Wishes.of(source.body());
        unserved.add(new Desired.Unserved(key, apiVersion, source.where(), definition, wishes));
        continue;
      }
      Wanted wanted = wanted(source, found.get());
      Wanted twin = objects.putIfAbsent(wanted.key(), wanted);
      if (twin != null) {
        ambiguous.put(
            wanted.key(), new Desired.Ambiguous(wanted.key(), twin.where(), wanted.where()));
      }
    }
    ambiguous.keySet().forEach(objects::remove);
    return new Desired(List.copyOf(objects.values()), unserved, List.copyOf(ambiguous.values()));
  }

  /**
   * Only which objects they are that would be ours, without those of kinds the server does not
   * serve.
   */
  public Set<ObjectKey> keys(List<Source> rendered) throws IOException {
    var keys = new HashSet<ObjectKey>();
    for (Source source : rendered) {
      if (Wishes.of(source.body()).merges()) {
        continue;
      }
      String apiVersion = source.body().text("apiVersion").orElse("");
      discovery
          .find(apiVersion, source.body().text("kind").orElse(""))
          .ifPresent(kind -> keys.add(key(source, kind)));
    }
    return keys;
  }

  // A namespaced object without a namespace goes where kubectl would send it; kustomize may have
  // put a namespace on a cluster-scoped custom resource, where the server would refuse it.
  private static ObjectKey key(Source source, ServedKind kind) {
    ObjectKey named = key(source.body(), kind.group(), kind.kind());
    String namespace =
        !kind.namespaced() ? "" : named.namespace().isEmpty() ? "default" : named.namespace();
    return new ObjectKey(kind.group(), kind.kind(), namespace, named.name());
  }

  private Wanted wanted(Source source, ServedKind kind) {
    ObjectKey key = key(source, kind);
    String namespace = key.namespace();
    MapNode body = source.body();
    if (!namespace.equals(body.text("metadata", "namespace").orElse(""))) {
      MapNode metadata = body.map("metadata").orElse(MapNode.EMPTY);
      body =
          body.with(
              "metadata",
              namespace.isEmpty()
                  ? metadata.without("namespace")
                  : metadata.with("namespace", ScalarNode.of(namespace)));
    }
    Wishes wishes = Wishes.of(body);
    return new Wanted(
        key,
        kind,
        marks.on(body, wishes),
        marks.manager(wishes),
        Ignored.of(source.ignored()),
        wishes,
        source.where());
  }

  private static ObjectKey key(MapNode body, String group, String kind) {
    return new ObjectKey(
        group,
        kind,
        body.text("metadata", "namespace").orElse(""),
        body.text("metadata", "name").orElse(""));
  }

  private static Map<GroupKind, ObjectKey> definitions(List<Source> rendered) {
    var definitions = new HashMap<GroupKind, ObjectKey>();
    for (Source source : rendered) {
      MapNode body = source.body();
      if (body.text("kind").orElse("").equals(CRD.kind())
          && groupOf(body.text("apiVersion").orElse("")).equals(CRD.group())) {
        var defined =
            new GroupKind(
                body.text("spec", "group").orElse(""),
                body.text("spec", "names", "kind").orElse(""));
        String name = body.text("metadata", "name").orElse("");
        definitions.put(defined, new ObjectKey(CRD.group(), CRD.kind(), "", name));
      }
    }
    return definitions;
  }

  private static String groupOf(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
