package dev.plumbline.apply;

import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/** The JSON patch that puts our entry back among an object's managedFields. */
final class Restore {
  private Restore() {}

  /**
   * The whole list is written: the entries that are there, except what the server made up for
   * fields nobody claimed, and ours.
   */
  static List<MapNode> entry(Meta live, ManagedEntry ours) {
    var entries = new ArrayList<Node>();
    live.managed().stream()
        .filter(entry -> !entry.manager().equals("before-first-apply"))
        .forEach(entry -> entries.add(node(entry)));
    entries.add(node(ours));
    return List.of(Cluster.operation("replace", "/metadata/managedFields", ListNode.of(entries)));
  }

  private static MapNode node(ManagedEntry entry) {
    MapNode node =
        MapNode.EMPTY
            .with("manager", ScalarNode.of(entry.manager()))
            .with("operation", ScalarNode.of(entry.operation()))
            .with("apiVersion", ScalarNode.of(entry.apiVersion()))
            .with("time", ScalarNode.of(entry.time().toString()))
            .with("fieldsType", ScalarNode.of("FieldsV1"))
            .with("fieldsV1", entry.fields().fieldsV1());
    return entry.subresource().isEmpty()
        ? node
        : node.with("subresource", ScalarNode.of(entry.subresource()));
  }
}
