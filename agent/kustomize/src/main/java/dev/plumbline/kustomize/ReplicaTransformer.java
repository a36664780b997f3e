package dev.plumbline.kustomize;

import dev.plumbline.model.ScalarNode;
import dev.plumbline.model.ScalarNode.Style;

/** Sets the number of replicas of everything that has, or ever had, a name. */
record ReplicaTransformer(String name, long count, FieldSpecs fields) implements Transformer {
  @Override
  public void transform(ResMap map) {
    boolean found = false;
    for (var spec : fields.list()) {
      for (int i = 0; i < map.size(); i++) {
        if (matches(map.get(i), spec)) {
          found = true;
          map.set(i, scaled(map.get(i), spec));
        }
      }
    }
    if (!found) {
      var kinds = fields.list().stream().map(spec -> spec.gvk().toString()).toList();
      throw new BuildException(
          "resource with name %s does not match a config with the following GVK [%s]"
              .formatted(name, String.join(" ", kinds)));
    }
  }

  private boolean matches(Resource resource, FieldSpec spec) {
    return !resource.isEmpty()
        && (matches(resource.currentId(), spec)
            || resource.previousIds().stream().anyMatch(id -> matches(id, spec)));
  }

  private boolean matches(ResId id, FieldSpec spec) {
    return id.name().equals(name) && id.gvk().selectedBy(spec.gvk());
  }

  private Resource scaled(Resource resource, FieldSpec spec) {
    var edit = new Edit();
    var body =
        FieldWalk.apply(
            resource,
            resource.body(),
            edit,
            spec,
            FieldWalk.Created.SCALAR,
            old -> {
              if (!(old instanceof ScalarNode)) {
                throw new BuildException(
                    old.position(),
                    "wrong node kind: expected ScalarNode but got " + Trees.kindName(old));
              }
              return new ScalarNode(
                  Long.toString(count), ScalarNode.Type.INT, Style.PLAIN, old.position());
            });
    return resource.with(edit.settle(body));
  }
}
