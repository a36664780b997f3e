package dev.plumbline.apply;

import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what others added to our objects, in the managedFields of all managers: our own entry does
 * not move when somebody writes beside it.
 *
 * <p>Labels, annotations and the status are where others are meant to write; subresources are
 * controllers at their work.
 */
final class Additions {
  private static final int MOST = 8;
  private static final List<String> OWNERS = List.of("f:metadata", "f:ownerReferences");
  private static final List<String> FINALIZERS = List.of("f:metadata", "f:finalizers");
  private static final List<List<String>> POD_SPECS =
      List.of(
          List.of("f:spec", "f:template", "f:spec"),
          List.of("f:spec", "f:jobTemplate", "f:spec", "f:template", "f:spec"),
          List.of("f:template", "f:spec"));
  private static final GroupKind POD = new GroupKind("", "Pod");
  private static final GroupKind SERVICE = new GroupKind("", "Service");
  private static final String RBAC = "rbac.authorization.k8s.io";
  // What they write of a kind is how that kind works: a volume's name in its claim.
  static final Set<String> CONTROL_PLANE =
      Set.of("kube-controller-manager", "kube-scheduler", "cloud-controller-manager");
  private static final String AGGREGATION = "clusterrole-aggregation-controller";

  private Additions() {}

  /** One path that is not ours, and all that its manager owns there. */
  private record Found(ManagedEntry by, List<String> top, Fields whole) {
    boolean under(List<String> prefix) {
      return top.size() >= prefix.size() && top.subList(0, prefix.size()).equals(prefix);
    }
  }

  /** The additions in an object, the weighty ones first, bounded; none where we own nothing. */
  static List<Addition> of(Meta meta) {
    var weighty = new ArrayList<Addition>();
    var others = new ArrayList<Addition>();
    for (Found found : find(meta)) {
      Addition addition = addition(meta.key(), found);
      (addition.weighty() ? weighty : others).add(addition);
    }
    weighty.addAll(others);
    return weighty.isEmpty()
        ? List.of()
        : List.copyOf(weighty.subList(0, Math.min(MOST, weighty.size())));
  }

  /** Everything that was added and may be taken out again. */
  static Fields removable(Meta meta, Wanted wanted) {
    Fields all = Fields.NONE;
    for (Found found : find(meta)) {
      if (!found.under(FINALIZERS) && !wanted.leaves(found.top())) {
        all = all.plus(found.whole());
      }
    }
    return all;
  }

  private static Addition addition(ObjectKey key, Found found) {
    return new Addition(
        key,
        Fields.at(found.top()).toFieldSet().paths().iterator().next(),
        found.top(),
        found.by().who(),
        found.by().time(),
        isWeighty(key.groupKind(), found),
        !found.under(FINALIZERS));
  }

  private static List<Found> find(Meta meta) {
    Optional<ManagedEntry> ours = meta.appliedBy(Marks.MANAGER);
    var all = new ArrayList<Found>();
    if (ours.isPresent()) {
      for (ManagedEntry entry : meta.managed()) {
        if (isForeign(entry)) {
          collect(entry, ours.get().fields().fieldsV1(), entry.fields().fieldsV1(), List.of(), all);
        }
      }
    }
    all.removeIf(found -> isExpected(meta.key().groupKind(), found));
    return all;
  }

  // Our own requests leave entries of ours for what admission made of them.
  private static boolean isForeign(ManagedEntry entry) {
    return !entry.manager().equals(Marks.MANAGER) && entry.subresource().isEmpty();
  }

  private static void collect(
      ManagedEntry by, MapNode ours, MapNode theirs, List<String> path, List<Found> into) {
    theirs
        .entries()
        .forEach(
            (segment, child) -> {
              if (segment.equals(".") || !(child instanceof MapNode below)) {
                return;
              }
              var here = new ArrayList<>(path);
              here.add(segment);
              Optional<MapNode> known = ours.map(segment);
              if (known.isEmpty()) {
                into.add(new Found(by, List.copyOf(here), Fields.below(here, below)));
              } else if (!known.get().isEmpty()) {
                collect(by, known.get(), below, here, into);
              }
            });
  }

  private static boolean isExpected(GroupKind kind, Found found) {
    if (found.under(OWNERS) || found.under(FINALIZERS)) {
      return false;
    }
    if (found.top().getFirst().equals("f:metadata") || found.top().getFirst().equals("f:status")) {
      return true;
    }
    String manager = found.by().manager();
    return manager.equals(AGGREGATION)
        || (CONTROL_PLANE.contains(manager) && !isWeighty(kind, found));
  }

  private static boolean isWeighty(GroupKind kind, Found found) {
    return found.under(OWNERS)
        || POD_SPECS.stream().anyMatch(found::under)
        || ((kind.equals(POD) || kind.equals(SERVICE)) && found.under(List.of("f:spec")))
        || kind.group().equals(RBAC);
  }
}
