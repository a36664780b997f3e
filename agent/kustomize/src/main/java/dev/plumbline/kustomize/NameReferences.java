package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Writes the final names of resources into the fields of others that name them, once, over the
 * whole build. Candidates come from an index over previous names, so the cost is that of the
 * references there are.
 */
final class NameReferences {
  private final List<FieldConfig.NameReference> references;
  private final Map<String, List<Resource>> byPreviousName = new HashMap<>();
  private final Map<String, List<Resource>> byOriginalNamespace = new HashMap<>();
  private final Map<Gvk, List<Target>> targetsOfKind = new HashMap<>();

  private NameReferences(List<Resource> resources, List<FieldConfig.NameReference> references) {
    this.references = references;
    for (var resource : resources) {
      byOriginalNamespace
          .computeIfAbsent(resource.originalId().effectiveNamespace(), _ -> new ArrayList<>())
          .add(resource);
      var names = new LinkedHashSet<String>();
      resource.previousIds().forEach(id -> names.add(id.name()));
      names.forEach(
          name -> byPreviousName.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(resource));
    }
  }

  private record Target(Gvk gvk, FieldSpec field) {}

  static void fix(ResMap map, FieldConfig config) {
    // Names do not change here, so every reference is looked up among the resources as they were.
    var before = map.resources();
    var fixer = new NameReferences(before, config.nameReferences());
    if (fixer.byPreviousName.isEmpty()) {
      // Nothing is renamed, but what a role binding names is looked at all the same.
      before.stream()
          .filter(resource -> resource.kind().equals("RoleBinding"))
          .forEach(fixer::fixed);
      return;
    }
    for (int i = 0; i < before.size(); i++) {
      map.set(i, fixer.fixed(before.get(i)));
    }
  }

  private Resource fixed(Resource referrer) {
    var targets = targetsOfKind.computeIfAbsent(referrer.originalId().gvk(), this::targets);
    if (targets.isEmpty()) {
      return referrer;
    }
    var edit = new Edit();
    var body = referrer.body();
    var scope = new Candidates(referrer);
    for (var target : targets) {
      var field = new FieldSpec(referrer.gvk(), target.field().path(), target.field().create());
      try {
        body =
            FieldWalk.apply(
                referrer,
                body,
                edit,
                field,
                FieldWalk.Created.NOTHING,
                node -> scope.renamed(node, target, edit));
      } catch (BuildException e) {
        throw e.at(referrer.position())
            .within(
                "updating name reference in '%s' field of '%s'"
                    .formatted(field.path(), referrer.currentId()));
      }
    }
    return referrer.with(edit.settle(body));
  }

  private List<Target> targets(Gvk referrer) {
    var targets = new ArrayList<Target>();
    for (var reference : references) {
      for (var field : reference.referrers().list()) {
        if (field.selects(referrer)) {
          targets.add(new Target(reference.target(), field));
        }
      }
    }
    return targets;
  }

  /** The resources one referrer may name. */
  private final class Candidates {
    private final Resource referrer;
    private final ResId id;
    private Set<String> roleBindingNamespaces;

    Candidates(Resource referrer) {
      this.referrer = referrer;
      this.id = referrer.currentId();
      if (!id.clusterScoped()) {
        roleBindingNamespaces();
      }
    }

    Node renamed(Node node, Target target, Edit edit) {
      return switch (node) {
        case ScalarNode scalar -> scalar.isNull() ? scalar : scalar(scalar, target);
        case MapNode map -> map(map, target, edit);
        case ListNode list -> {
          var items = new ArrayList<Node>();
          boolean changed = false;
          for (Node item : list.items()) {
            var value =
                switch (item) {
                  case ScalarNode scalar when scalar.isNull() -> scalar;
                  case ScalarNode scalar -> edit.write(scalar, scalar(scalar, target));
                  case MapNode map -> map(map, target, edit);
                  case ListNode inner ->
                      throw new BuildException(
                          inner.position(), "a list, expected a string or a map");
                };
            changed |= value != item;
            items.add(value);
          }
          yield changed ? list.with(items) : list;
        }
      };
    }

    private Node scalar(ScalarNode old, Target target) {
      var found = select(old.text(), target, _ -> true, false);
      return found == null || found.name().equals(old.text())
          ? old
          : Trees.untyped(found.name(), old.position());
    }

    private Node map(MapNode map, Target target, Edit edit) {
      var name = map.get("name").orElse(null);
      if (name == null) {
        throw new BuildException(map.position(), "path config error; no 'name' field in node");
      }
      String oldName = Trees.text(name);
      var found = select(oldName, target, inNamespaceOf(map), true);
      if (found == null || (found.name().equals(oldName) && found.namespace().isEmpty())) {
        return map;
      }
      var result = map.with("name", write(edit, name, found.name(), map));
      if (found.namespace().isEmpty()) {
        return result;
      }
      var namespace = map.get("namespace").orElse(null);
      return result.with("namespace", write(edit, namespace, found.namespace(), map));
    }

    private static Node write(Edit edit, Node old, String text, MapNode map) {
      return Trees.text(old).equals(text) && old != null
          ? old
          : edit.write(old, Trees.untyped(text, map.position()));
    }

    private Predicate<Resource> inNamespaceOf(MapNode map) {
      var field = map.get("namespace").orElse(null);
      if (field == null) {
        return _ -> true;
      }
      String namespace = Trees.text(field);
      if (namespace.equals(ResId.NO_NAMESPACE)) {
        return _ -> false;
      }
      Predicate<Resource> original =
          r -> r.originalId().effectiveNamespace().equals(namespace) && couldBeNamed(r);
      boolean any =
          byOriginalNamespace.getOrDefault(namespace, List.of()).stream().anyMatch(original);
      return any ? original : r -> r.currentId().effectiveNamespace().equals(namespace);
    }

    private boolean couldBeNamed(Resource candidate) {
      var other = candidate.currentId();
      return id.clusterScoped()
          || other.clusterScoped()
          || other.sameNamespace(id)
          || roleBindingNamespaces().contains(candidate.namespace());
    }

    private Set<String> roleBindingNamespaces() {
      if (roleBindingNamespaces == null) {
        roleBindingNamespaces = new LinkedHashSet<>();
        if (referrer.kind().equals("RoleBinding")) {
          referrer.list("subjects").forEach(this::addNamespace);
        }
      }
      return roleBindingNamespaces;
    }

    private void addNamespace(Node subject) {
      if (!(subject instanceof MapNode map)
          || map.get("namespace").isEmpty()
          || !Trees.text(map, "kind").equals("ServiceAccount")) {
        return;
      }
      if (!(map.get("namespace").get() instanceof ScalarNode scalar) || !scalar.isString()) {
        throw new BuildException(
            map.position(), "Invalid Input: namespace is blank for resource \"%s\"".formatted(id));
      }
      roleBindingNamespaces.add(scalar.text());
    }

    private Resource select(
        String oldName, Target target, Predicate<Resource> more, boolean withNamespace) {
      var found =
          byPreviousName.getOrDefault(oldName, List.of()).stream()
              .filter(this::couldBeNamed)
              .filter(more)
              .filter(r -> wasEver(r, target.gvk()))
              .filter(roleRef(target))
              .filter(this::inSameNamespace)
              .toList();
      if (found.size() == 1) {
        return found.getFirst();
      }
      found = found.stream().filter(r -> sameAffixes(r, true)).toList();
      if (found.size() > 1) {
        found = found.stream().filter(r -> sameAffixes(r, false)).toList();
      }
      if (found.isEmpty()) {
        return null;
      }
      var first = found.getFirst();
      boolean same =
          found.stream()
              .allMatch(
                  r ->
                      r.name().equals(first.name())
                          && (!withNamespace || r.namespace().equals(first.namespace())));
      if (!same) {
        throw new BuildException(
            referrer.position(),
            "found multiple possible referrals: "
                + String.join(", ", found.stream().map(r -> r.currentId().toString()).toList()));
      }
      return first;
    }

    private static boolean wasEver(Resource resource, Gvk pattern) {
      return resource.previousIds().stream().anyMatch(id -> id.gvk().selectedBy(pattern));
    }

    private Predicate<Resource> roleRef(Target target) {
      var roleRef = referrer.body().map("roleRef").orElse(null);
      if (!target.field().path().endsWith("roleRef/name")
          || roleRef == null
          || roleRef.get("apiGroup").isEmpty()
          || roleRef.get("kind").isEmpty()) {
        return _ -> true;
      }
      var gvk = new Gvk(Trees.text(roleRef, "apiGroup"), "", Trees.text(roleRef, "kind"));
      return r -> wasEver(r, gvk);
    }

    private boolean inSameNamespace(Resource candidate) {
      return id.clusterScoped()
          || candidate.currentId().clusterScoped()
          || candidate.kind().equals("ServiceAccount")
          || candidate.currentId().sameNamespace(id);
    }

    private boolean sameAffixes(Resource candidate, boolean emptyMatches) {
      var a = candidate.history();
      var b = referrer.history();
      return sameEnding(a.prefixes(), b.prefixes(), emptyMatches)
          && sameEnding(a.suffixes(), b.suffixes(), emptyMatches);
    }

    private static boolean sameEnding(List<String> a, List<String> b, boolean emptyMatches) {
      if (a.isEmpty() || b.isEmpty()) {
        return emptyMatches || (a.isEmpty() && b.isEmpty());
      }
      int length = Math.min(a.size(), b.size());
      return Objects.equals(
          a.subList(a.size() - length, a.size()), b.subList(b.size() - length, b.size()));
    }
  }
}
