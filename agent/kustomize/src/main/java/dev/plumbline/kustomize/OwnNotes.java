package dev.plumbline.kustomize;

import dev.plumbline.kustomize.History.Behavior;
import dev.plumbline.kustomize.History.Previous;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * kustomize's own notes among the annotations of a file, left there by another build. They count as
 * if this build had made them, and are gone afterwards.
 */
final class OwnNotes {
  private static final String DOMAIN = "internal.config.kubernetes.io/";
  private static final Set<String> NAMES =
      Set.of(
          "previousKinds",
          "previousNames",
          "previousNamespaces",
          "prefixes",
          "suffixes",
          "allowNameChange",
          "allowKindChange",
          "refBy",
          "generatorBehavior",
          "needsHashSuffix",
          "path",
          "index",
          "seqindent",
          "id",
          "annotations-migration-resource-id");

  private final MapNode annotations;
  private final Position where;

  private OwnNotes(MapNode annotations, Position where) {
    this.annotations = annotations;
    this.where = where;
  }

  /** The resource that stands in a file. */
  static Resource read(MapNode body, Scope scope) {
    var annotations = body.map("metadata", "annotations").orElse(MapNode.EMPTY);
    if (annotations.entries().keySet().stream().noneMatch(OwnNotes::isOwn)) {
      return new Resource(body, History.NONE, scope);
    }
    var metadata = body.map("metadata").orElse(MapNode.EMPTY);
    var others = new MapChange(annotations);
    annotations.entries().keySet().stream().filter(OwnNotes::isOwn).forEach(others::remove);
    var left = others.result();
    var without =
        left.isEmpty() ? metadata.without("annotations") : metadata.with("annotations", left);
    var history = new OwnNotes(annotations, body.position()).history();
    return new Resource(body.with("metadata", without), history, scope);
  }

  private static boolean isOwn(String key) {
    return key.startsWith(DOMAIN) && NAMES.contains(key.substring(DOMAIN.length()));
  }

  private History history() {
    var names = list("previousNames");
    var namespaces = list("previousNamespaces");
    var kinds = list("previousKinds");
    if (names.size() != namespaces.size() || names.size() != kinds.size()) {
      throw new BuildException(
          where,
          "number of previous names, number of previous namespaces, number of previous kinds not"
              + " equal");
    }
    var previous = new ArrayList<Previous>();
    for (int i = 0; i < names.size(); i++) {
      previous.add(new Previous(namespaces.get(i), names.get(i), kinds.get(i)));
    }
    return new History(
        previous,
        list("prefixes"),
        list("suffixes"),
        Behavior.of(note("generatorBehavior")),
        note("needsHashSuffix").equals("enabled"),
        List.of());
  }

  private List<String> list(String name) {
    String text = note(name);
    return text.isEmpty() ? List.of() : List.of(text.split(",", -1));
  }

  private String note(String name) {
    return Trees.text(annotations, DOMAIN + name);
  }
}
