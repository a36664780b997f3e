package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import java.util.List;

/**
 * One resource of a build: its tree as it stands now, and what kustomize remembers about it. Bases
 * are shared between overlays, so nothing here ever changes; a transformer makes a new one.
 */
final class Resource {
  private final MapNode body;
  private final History history;
  private final Scope scope;
  private ResId currentId;
  private List<ResId> previousIds;

  Resource(MapNode body, History history, Scope scope) {
    this.body = body;
    this.history = history;
    this.scope = scope;
  }

  MapNode body() {
    return body;
  }

  History history() {
    return history;
  }

  Scope scope() {
    return scope;
  }

  /** A resource that a patch has deleted, until it is dropped. */
  boolean isEmpty() {
    return body.isEmpty();
  }

  Position position() {
    return body.position();
  }

  String apiVersion() {
    return Trees.text(body, "apiVersion");
  }

  String kind() {
    return Trees.text(body, "kind");
  }

  String name() {
    return Trees.text(body, "metadata", "name");
  }

  String namespace() {
    return Trees.text(body, "metadata", "namespace");
  }

  Gvk gvk() {
    return currentId().gvk();
  }

  ResId currentId() {
    var id = currentId;
    if (id == null) {
      var gvk = Gvk.of(apiVersion(), kind());
      id = new ResId(gvk, name(), namespace(), scope.isCluster(gvk));
      currentId = id;
    }
    return id;
  }

  /** Oldest first; all have the current group and version. */
  List<ResId> previousIds() {
    var ids = previousIds;
    if (ids == null) {
      ids = history.previous().stream().map(this::withCurrentVersion).toList();
      previousIds = ids;
    }
    return ids;
  }

  private ResId withCurrentVersion(History.Previous previous) {
    var gvk = new Gvk(gvk().group(), gvk().version(), previous.kind());
    return new ResId(gvk, previous.name(), previous.namespace(), scope.isCluster(gvk));
  }

  ResId originalId() {
    return previousIds().isEmpty() ? currentId() : previousIds().getFirst();
  }

  Resource with(MapNode newBody) {
    return Trees.same(newBody, body) ? this : new Resource(newBody, history, scope);
  }

  Resource with(Node newBody) {
    return newBody instanceof MapNode map ? with(map) : with(MapNode.EMPTY);
  }

  Resource with(History newHistory) {
    return Trees.same(newHistory, history) ? this : new Resource(body, newHistory, scope);
  }

  /** Remembers the current name, namespace and kind before they change. */
  Resource remembered() {
    var id = currentId();
    return with(history.and(id.effectiveNamespace(), id.name(), id.gvk().kind()));
  }

  /** The labels or annotations, every value as it is written. */
  java.util.Map<String, String> texts(String field) {
    var texts = new java.util.LinkedHashMap<String, String>();
    body.map("metadata", field)
        .ifPresent(map -> map.entries().forEach((k, v) -> texts.put(k, Trees.text(v))));
    return texts;
  }

  List<Node> list(String field) {
    return body.get(field).orElse(null) instanceof ListNode list ? list.items() : List.of();
  }
}
