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

  /** A rendered object: its body and where it comes from. */
  public record Source(MapNode body, Position where) {}

  public Desired of(List<Source> rendered) throws IOException {
    Set<GroupKind> definedHere = definitions(rendered);
    var objects = new ArrayList<Wanted>();
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
      if (found.isPresent()) {
        objects.add(wanted(source, found.get()));
      } else {
        ObjectKey key = key(source.body(), groupOf(apiVersion), kind);
        unserved.add(
            new Desired.Unserved(
                key, apiVersion, source.where(), definedHere.contains(key.groupKind())));
      }
    }
    return new Desired(objects, unserved);
  }

  // A namespaced object without a namespace goes where kubectl would send it; kustomize may have
  // put a namespace on a cluster-scoped custom resource, where the server would refuse it.
  private Wanted wanted(Source source, ServedKind kind) {
    ObjectKey named = key(source.body(), kind.group(), kind.kind());
    String namespace =
        !kind.namespaced() ? "" : named.namespace().isEmpty() ? "default" : named.namespace();
    MapNode body = source.body();
    if (!namespace.equals(named.namespace())) {
      MapNode metadata = body.map("metadata").orElse(MapNode.EMPTY);
      body =
          body.with(
              "metadata",
              namespace.isEmpty()
                  ? metadata.without("namespace")
                  : metadata.with("namespace", ScalarNode.of(namespace)));
    }
    var key = new ObjectKey(kind.group(), kind.kind(), namespace, named.name());
    return new Wanted(key, kind, marks.on(body), source.where());
  }

  private static ObjectKey key(MapNode body, String group, String kind) {
    return new ObjectKey(
        group,
        kind,
        body.text("metadata", "namespace").orElse(""),
        body.text("metadata", "name").orElse(""));
  }

  private static Set<GroupKind> definitions(List<Source> rendered) {
    var defined = new HashSet<GroupKind>();
    for (Source source : rendered) {
      MapNode body = source.body();
      if (body.text("kind").orElse("").equals(CRD.kind())
          && groupOf(body.text("apiVersion").orElse("")).equals(CRD.group())) {
        defined.add(
            new GroupKind(
                body.text("spec", "group").orElse(""),
                body.text("spec", "names", "kind").orElse("")));
      }
    }
    return defined;
  }

  private static String groupOf(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
