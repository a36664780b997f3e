package dev.plumbline.kustomize;

import java.util.List;

/** What a kustomization has so far: its resources and the configuration that goes up with them. */
final class Accumulator {
  final ResMap resources = new ResMap();
  final Vars vars = new Vars();
  FieldConfig config = FieldConfig.EMPTY;

  /** A finished base: what goes into whoever names it. */
  record Base(List<Resource> resources, FieldConfig config, List<Vars.Var> vars) {
    Base {
      resources = List.copyOf(resources);
      vars = List.copyOf(vars);
    }
  }

  Base finished() {
    return new Base(resources.resources(), config, vars.list());
  }

  void add(Base base) {
    resources.appendAll(base.resources());
    config = config.and(base.config());
    base.vars().forEach(vars::add);
  }
}
