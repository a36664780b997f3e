package dev.plumbline.kustomize;

import java.util.Set;

/** Adds a prefix or a suffix to names, and remembers both name and affix for references. */
record NameAffixTransformer(String affix, boolean isPrefix, FieldSpecs fields)
    implements Transformer {
  @Override
  public void transform(ResMap map) {
    map.replaceAll(resource -> resource.isEmpty() ? resource : renamed(resource));
  }

  // Their names mean something beyond the build.
  private static boolean keepsItsName(Gvk original) {
    return Set.of("Namespace", "CustomResourceDefinition").contains(original.kind())
        || (original.kind().equals("APIService")
            && original.group().equals("apiregistration.k8s.io"));
  }

  private Resource renamed(Resource resource) {
    var original = resource.originalId().gvk();
    if (keepsItsName(original)) {
      return resource;
    }
    var result = resource;
    for (var spec : fields.list()) {
      if (!original.selectedBy(spec.gvk())) {
        continue;
      }
      if (spec.path().equals("metadata/name") && !affix.isEmpty()) {
        var history = result.history();
        result =
            result
                .with(isPrefix ? history.withPrefix(affix) : history.withSuffix(affix))
                .remembered();
      }
      var edit = new Edit();
      var body =
          FieldWalk.apply(
              result,
              result.body(),
              edit,
              spec,
              FieldWalk.Created.SCALAR,
              old -> {
                String text = isPrefix ? affix + Trees.text(old) : Trees.text(old) + affix;
                return Trees.untyped(text, old.position());
              });
      result = result.with(edit.settle(body));
    }
    return result;
  }
}
