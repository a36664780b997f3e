package dev.plumbline.kustomize;

import java.util.List;

/** The schema of one build: the built-in one, until a kustomization brings its own. */
final class Types {
  private Schemas schemas = Schemas.BUILT_IN;
  private Scope scope = Scope.BUILT_IN;
  private boolean set;
  private boolean builtInSeen;

  /** For a merge, which brings in the built-in schema if no other was chosen yet. */
  Schemas schemas() {
    builtInSeen |= !set;
    return schemas;
  }

  Scope scope() {
    return scope;
  }

  /** Whether a kustomization has chosen the schema, so that this build is unlike others. */
  boolean isSet() {
    return set;
  }

  /**
   * Asking for the scope of a kind that is not known by heart brings in the built-in schema too.
   */
  void look(List<Resource> resources) {
    if (!set && !builtInSeen) {
      builtInSeen = resources.stream().anyMatch(r -> !Scope.isKnown(r.gvk()));
    }
  }

  /**
   * The first choice counts; the built-in schema may be chosen too. A schema of the user's own
   * takes its place, but if it was brought in before, both stay.
   */
  void choose(OpenApi custom) {
    if (set) {
      return;
    }
    set = true;
    if (custom != null) {
      schemas = custom.schemas(builtInSeen);
      scope = custom.scope();
    }
  }
}
