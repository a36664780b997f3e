package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.HashMap;

/** Puts everything that is not certainly cluster-scoped into one namespace. */
record NamespaceTransformer(
    String namespace, FieldSpecs fields, Subjects subjects, boolean unsetOnly)
    implements Transformer {
  private static final FieldSpec METADATA = DefaultFields.create(Gvk.ANY, "metadata/namespace");

  /** Which subjects of (cluster) role bindings move too. */
  enum Subjects {
    NAMED_DEFAULT,
    ALL_SERVICE_ACCOUNTS,
    NONE
  }

  @Override
  public void transform(ResMap map) {
    if (namespace.isEmpty()) {
      return;
    }
    // One after the other, so what has not moved yet can be in the way of what has.
    var counts = new HashMap<>(map.currentIds());
    for (int i = 0; i < map.size(); i++) {
      var resource = map.get(i);
      if (resource.isEmpty()) {
        continue;
      }
      var moved = moved(resource.remembered());
      map.set(i, moved);
      counts.merge(resource.currentId(), -1, Integer::sum);
      if (counts.merge(moved.currentId(), 1, Integer::sum) != 1) {
        throw new BuildException(
            resource.position(),
            "namespace transformation produces ID conflict: [%s]".formatted(moved.currentId()));
      }
    }
  }

  Resource moved(Resource resource) {
    var edit = new Edit();
    var body = resource.body();
    if (!resource.currentId().clusterScoped()) {
      body =
          FieldWalk.apply(resource, body, edit, METADATA, FieldWalk.Created.SCALAR, this::written);
    }
    boolean roleBinding =
        resource.kind().equals("RoleBinding") || resource.kind().equals("ClusterRoleBinding");
    if (roleBinding) {
      body = withSubjects(body, edit);
    }
    for (var spec : fields.list()) {
      if (applies(spec, resource)) {
        body = FieldWalk.apply(resource, body, edit, spec, FieldWalk.Created.SCALAR, this::field);
      }
    }
    return resource.with(edit.settle(body));
  }

  private static boolean applies(FieldSpec spec, Resource resource) {
    return switch (spec.path()) {
      case "metadata/namespace" -> false;
      case "metadata/name" -> resource.apiVersion().equals("v1");
      case "subjects/namespace" ->
          !spec.gvk().kind().equals("RoleBinding")
              && !spec.gvk().kind().equals("ClusterRoleBinding");
      default -> true;
    };
  }

  private Node field(Node old) {
    if (!(old instanceof ScalarNode)) {
      throw new BuildException(old.position(), "namespace field specs must target scalar nodes");
    }
    return written(old);
  }

  private Node written(Node old) {
    boolean keep = unsetOnly && !Trees.isNull(old) && !Trees.text(old).isEmpty();
    return keep ? old : Trees.string(namespace, old.position());
  }

  private MapNode withSubjects(MapNode body, Edit edit) {
    if (subjects == Subjects.NONE
        || !(body.get("subjects").orElse(null) instanceof dev.plumbline.model.ListNode list)) {
      return body;
    }
    var items = new ArrayList<Node>();
    for (Node item : list.items()) {
      items.add(item instanceof MapNode subject && moves(subject) ? moved(subject, edit) : item);
    }
    return items.equals(list.items())
        ? body
        : body.with("subjects", new dev.plumbline.model.ListNode(items, list.position()));
  }

  private boolean moves(MapNode subject) {
    return subjects == Subjects.NAMED_DEFAULT
        ? Trees.text(subject, "name").equals("default")
        : Trees.text(subject, "kind").equals("ServiceAccount");
  }

  private MapNode moved(MapNode subject, Edit edit) {
    var old = subject.get("namespace").orElseGet(() -> Trees.emptyString(subject.position()));
    return subject.with("namespace", edit.write(old, written(old)));
  }
}
