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
import java.util.Set;
import java.util.function.Predicate;

/**
 * JSON patches of managedFields, by which the next apply removes what Git dropped. The whole list
 * is written.
 */
final class Restore {
  static final String BEFORE_FIRST_APPLY = "before-first-apply";

  // What they hold is left over from a time before us; nobody writes under these names by himself.
  private static final Set<String> MIGRATED =
      Set.of(
          BEFORE_FIRST_APPLY,
          "kubectl-client-side-apply",
          "kustomize-controller",
          "helm-controller",
          "helm",
          "argocd-controller",
          "argocd-application-controller");

  private Restore() {}

  /**
   * Puts our part of an object back. What the server makes up for fields nobody claims is others',
   * but for what is ours.
   *
   * @param after the object as a dry run of our apply makes it
   */
  static List<MapNode> part(Meta after, ManagedEntry ours) {
    Fields known = Fields.of(ours.fields());
    var entries = new ArrayList<ManagedEntry>();
    for (ManagedEntry entry : after.managed()) {
      Fields others = Fields.of(entry.fields()).minus(known);
      if (!entry.manager().equals(BEFORE_FIRST_APPLY)) {
        entries.add(entry);
      } else if (!others.isEmpty()) {
        entries.add(with(entry, others));
      }
    }
    return patch(entries);
  }

  /** Puts our entry back, and drops what the server made up for fields nobody claimed. */
  static List<MapNode> entry(Meta live, ManagedEntry ours) {
    var entries = new ArrayList<ManagedEntry>();
    live.managed().stream()
        .filter(entry -> !entry.manager().equals(BEFORE_FIRST_APPLY))
        .filter(entry -> !entry.isApplyOf(ours.manager()))
        .forEach(entries::add);
    entries.add(ours);
    return patch(entries);
  }

  static boolean migrates(ManagedEntry entry) {
    return MIGRATED.contains(entry.manager());
  }

  /** Takes the fields from entries that may be migrated, and gives them to ours. */
  static List<MapNode> migration(Meta live, Fields fields) {
    return takeover(live, fields, Restore::migrates);
  }

  /** Takes the fields from whoever has them, and gives them to ours. */
  static List<MapNode> takeover(Meta live, Fields fields) {
    return takeover(live, fields, entry -> entry.subresource().isEmpty());
  }

  private static List<MapNode> takeover(Meta live, Fields fields, Predicate<ManagedEntry> from) {
    var entries = new ArrayList<ManagedEntry>();
    for (ManagedEntry entry : live.managed()) {
      Fields before = Fields.of(entry.fields());
      if (entry.isApplyOf(Marks.MANAGER)) {
        entries.add(with(entry, before.plus(fields)));
      } else if (!from.test(entry)) {
        entries.add(entry);
      } else if (!before.minus(fields).isEmpty()) {
        entries.add(with(entry, before.minus(fields)));
      }
    }
    return patch(entries);
  }

  private static ManagedEntry with(ManagedEntry entry, Fields fields) {
    return new ManagedEntry(
        entry.manager(),
        entry.operation(),
        entry.subresource(),
        entry.apiVersion(),
        entry.time(),
        fields.toFieldSet());
  }

  private static List<MapNode> patch(List<ManagedEntry> entries) {
    ListNode list = ListNode.of(entries.stream().map(Restore::node).toList());
    return List.of(Cluster.operation("replace", "/metadata/managedFields", list));
  }

  private static Node node(ManagedEntry entry) {
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
