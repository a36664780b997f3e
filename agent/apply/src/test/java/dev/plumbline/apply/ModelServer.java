package dev.plumbline.apply;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.DeleteRequest;
import dev.plumbline.kube.FieldSet;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What matters of an API server, for ConfigMaps: who owns which field, versions, create-only apply,
 * guards, finalizers, and watches on a label. A field is a path: {@code data key}.
 */
final class ModelServer {
  private final Map<ObjectKey, Stored> objects = new TreeMap<>();
  private final List<Event> events = new ArrayList<>();
  private long version = 100;
  private long uids;
  private Instant now = Samples.NOON;

  static final class Stored {
    final String uid;
    final Map<List<String>, String> fields = new TreeMap<>(ModelServer::compare);
    final Map<String, Set<List<String>>> owners = new TreeMap<>();
    final Map<String, Instant> times = new TreeMap<>();
    long version;
    boolean held;
    boolean deleting;

    Stored(String uid) {
      this.uid = uid;
    }

    Optional<String> field(String... path) {
      return Optional.ofNullable(fields.get(List.of(path)));
    }
  }

  record Event(Meta meta, boolean marked, boolean deleted) {}

  private static int compare(List<String> a, List<String> b) {
    return a.toString().compareTo(b.toString());
  }

  Optional<Stored> get(ObjectKey key) {
    return Optional.ofNullable(objects.get(key));
  }

  Set<ObjectKey> keys() {
    return new TreeSet<>(objects.keySet());
  }

  void tick(Instant time) {
    now = time;
  }

  Answer apply(ApplyRequest request) {
    Stored there = objects.get(request.key());
    if (request.guard().isEmpty()) {
      return there == null ? created(request) : refused(Refusal.Cause.EXISTS);
    }
    if (!passes(there, request.guard().get())) {
      return refused(Refusal.Cause.CHANGED);
    }
    if (request.dryRun()) {
      Stored copy = copy(there);
      merge(copy, request.fieldManager(), leaves(request.body()));
      return new Answer.Done(meta(request.key(), copy), List.of());
    }
    if (merge(there, request.fieldManager(), leaves(request.body()))) {
      changed(request.key(), there);
    }
    return new Answer.Done(meta(request.key(), there), List.of());
  }

  private Answer created(ApplyRequest request) {
    var object = new Stored("uid-" + ++uids);
    merge(object, request.fieldManager(), leaves(request.body()));
    if (!request.dryRun()) {
      objects.put(request.key(), object);
      changed(request.key(), object);
    }
    return new Answer.Done(meta(request.key(), object), List.of());
  }

  Answer delete(DeleteRequest request) {
    Stored there = objects.get(request.key());
    if (there == null) {
      return refused(Refusal.Cause.GONE);
    }
    if (!passes(there, request.guard())) {
      return refused(Refusal.Cause.CHANGED);
    }
    Meta last = meta(request.key(), there);
    if (!request.dryRun()) {
      last = deleted(request.key(), there);
    }
    return new Answer.Done(last, List.of());
  }

  private Meta deleted(ObjectKey key, Stored there) {
    if (!there.held) {
      objects.remove(key);
      there.version = ++version;
      events.add(new Event(meta(key, there), true, true));
      return meta(key, there);
    }
    if (!there.deleting) {
      there.deleting = true;
      changed(key, there);
    }
    return meta(key, there);
  }

  Answer patch(ObjectKey key, Guard guard, List<MapNode> operations) {
    Stored there = objects.get(key);
    if (there == null) {
      return refused(Refusal.Cause.GONE);
    }
    if (!passes(there, guard)) {
      return refused(Refusal.Cause.CHANGED);
    }
    for (MapNode operation : operations) {
      if (operation.text("path").orElse("").equals("/metadata/managedFields")) {
        there.owners.clear();
        for (Node entry : ((ListNode) operation.get("value").orElseThrow()).items()) {
          var map = (MapNode) entry;
          String manager = map.text("manager").orElseThrow();
          there.owners.put(manager, paths(map.map("fieldsV1").orElseThrow()));
          there.times.put(manager, now);
        }
      } else {
        write(there, "plumbline-patch", List.of("metadata", "annotations", "touched"), now + "");
      }
    }
    changed(key, there);
    return new Answer.Done(meta(key, there), List.of());
  }

  /** Somebody else's create. */
  void createAs(String manager, ObjectKey key) {
    if (!objects.containsKey(key)) {
      var object = new Stored("foreign-" + ++uids);
      objects.put(key, object);
      write(object, manager, List.of("data", "key"), manager);
      changed(key, object);
    }
  }

  /** Somebody else's update; null removes the field. */
  void updateAs(String manager, ObjectKey key, List<String> path, String value) {
    Stored there = objects.get(key);
    if (there != null) {
      write(there, manager, path, value);
      changed(key, there);
    }
  }

  void deleteAsSomebody(ObjectKey key) {
    Stored there = objects.get(key);
    if (there != null) {
      Meta ignored = deleted(key, there);
    }
  }

  void hold(ObjectKey key, boolean held) {
    Stored there = objects.get(key);
    if (there == null) {
      return;
    }
    there.held = held;
    if (there.deleting && !held) {
      Meta ignored = deleted(key, there);
    } else {
      changed(key, there);
    }
  }

  void wipeOwners(ObjectKey key) {
    Stored there = objects.get(key);
    if (there != null) {
      there.owners.clear();
      changed(key, there);
    }
  }

  private void changed(ObjectKey key, Stored object) {
    object.version = ++version;
    events.add(
        new Event(meta(key, object), object.field("metadata", "labels", HUB).isPresent(), false));
  }

  private static final String HUB = "plumbline.dev/hub";

  private static boolean passes(Stored there, Guard guard) {
    return there != null
        && there.uid.equals(guard.uid())
        && guard.resourceVersion().equals(Long.toString(there.version));
  }

  private static Answer refused(Refusal.Cause cause) {
    return new Answer.Refused(
        new Refusal(cause, 409, cause.name(), "the model says " + cause, Optional.empty()));
  }

  private boolean merge(Stored object, String manager, Map<List<String>, String> wanted) {
    var before = Map.copyOf(object.fields);
    var owned = Set.copyOf(object.owners.getOrDefault(manager, Set.of()));
    if (object.owners.isEmpty() && !object.fields.isEmpty()) {
      object.owners.put("before-first-apply", new HashSet<>(object.fields.keySet()));
    }
    wanted.forEach((path, value) -> take(object, manager, path, value));
    for (List<String> path : owned) {
      if (!wanted.containsKey(path) && nobodyElse(object, manager, path)) {
        object.fields.remove(path);
      }
    }
    object.owners.put(manager, new HashSet<>(wanted.keySet()));
    boolean moved = !before.equals(object.fields) || !owned.equals(wanted.keySet());
    if (moved) {
      object.times.put(manager, now);
    }
    return moved;
  }

  private static boolean nobodyElse(Stored object, String manager, List<String> path) {
    return object.owners.entrySet().stream()
        .noneMatch(owner -> !owner.getKey().equals(manager) && owner.getValue().contains(path));
  }

  private void write(Stored object, String manager, List<String> path, String value) {
    if (value == null) {
      object.fields.remove(path);
      object.owners.values().forEach(paths -> paths.remove(path));
    } else {
      take(object, manager, path, value);
      object.owners.computeIfAbsent(manager, name -> new HashSet<>()).add(path);
      object.times.put(manager, now);
    }
    object.owners.values().removeIf(Set::isEmpty);
  }

  private static void take(Stored object, String manager, List<String> path, String value) {
    String old = object.fields.put(path, value);
    if (!value.equals(old)) {
      object.owners.forEach(
          (owner, paths) -> {
            if (!owner.equals(manager)) {
              paths.remove(path);
            }
          });
    }
  }

  private static Stored copy(Stored object) {
    var copy = new Stored(object.uid);
    copy.fields.putAll(object.fields);
    object.owners.forEach((owner, paths) -> copy.owners.put(owner, new HashSet<>(paths)));
    copy.times.putAll(object.times);
    copy.version = object.version;
    copy.held = object.held;
    copy.deleting = object.deleting;
    return copy;
  }

  private static Map<List<String>, String> leaves(MapNode body) {
    Map<List<String>, String> leaves = new TreeMap<>(ModelServer::compare);
    for (String[] parent :
        List.of(
            new String[] {"metadata", "labels"},
            new String[] {"metadata", "annotations"},
            new String[] {"data"})) {
      body.map(parent)
          .ifPresent(
              map ->
                  map.entries()
                      .forEach(
                          (name, value) -> {
                            var path = new ArrayList<>(List.of(parent));
                            path.add(name);
                            leaves.put(List.copyOf(path), ((ScalarNode) value).text());
                          }));
    }
    return leaves;
  }

  private static Set<List<String>> paths(MapNode fieldsV1) {
    var paths = new HashSet<List<String>>();
    collect(fieldsV1, List.of(), paths);
    return paths;
  }

  private static void collect(MapNode set, List<String> prefix, Set<List<String>> paths) {
    if (set.isEmpty()) {
      paths.add(prefix);
    }
    set.entries()
        .forEach(
            (segment, child) -> {
              var path = new ArrayList<>(prefix);
              path.add(segment.substring(2));
              collect((MapNode) child, List.copyOf(path), paths);
            });
  }

  Optional<Meta> meta(ObjectKey key) {
    return get(key).map(object -> meta(key, object));
  }

  private static Meta meta(ObjectKey key, Stored object) {
    var entries = new ArrayList<ManagedEntry>();
    object.owners.forEach(
        (manager, paths) -> {
          MapNode set = MapNode.EMPTY;
          for (List<String> path : paths) {
            set = set.with(path.stream().map(name -> "f:" + name).toList(), MapNode.EMPTY);
          }
          String operation = manager.equals(Marks.MANAGER) ? "Apply" : "Update";
          Instant time = object.times.getOrDefault(manager, Samples.NOON);
          entries.add(new ManagedEntry(manager, operation, "", "v1", time, new FieldSet(set)));
        });
    return new Meta(
        key,
        "v1",
        object.uid,
        Long.toString(object.version),
        1,
        Samples.NOON,
        object.deleting,
        object.held ? List.of("test/hold") : List.of(),
        texts(object, "labels"),
        texts(object, "annotations"),
        entries);
  }

  private static Map<String, String> texts(Stored object, String parent) {
    var texts = new TreeMap<String, String>();
    object.fields.forEach(
        (path, value) -> {
          if (path.size() == 3 && path.get(1).equals(parent)) {
            texts.put(path.get(2), value);
          }
        });
    return texts;
  }

  /** A watch on our label that sees what happened when it is told to look. */
  final class ModelWatch {
    private final Watches.WatchSink sink;
    private final Set<ObjectKey> shown = new HashSet<>();
    private int next;

    ModelWatch(Watches.WatchSink sink) {
      this.sink = sink;
      this.next = events.size();
      sink.listing();
      for (ObjectKey key : keys()) {
        if (objects.get(key).field("metadata", "labels", HUB).isPresent()) {
          show(meta(key).orElseThrow());
        }
      }
      sink.listed(Long.toString(version));
    }

    /** Delivers at most so many events. */
    void look(int most) {
      for (int i = 0; i < most && next < events.size(); i++) {
        Event event = events.get(next++);
        ObjectKey key = event.meta().key();
        if (!event.deleted() && event.marked()) {
          show(event.meta());
        } else if (shown.remove(key)) {
          sink.deleted(key, event.meta().uid());
        }
      }
    }

    private void show(Meta meta) {
      shown.add(meta.key());
      sink.changed(new Watches.Observed(meta, Optional.empty()));
    }
  }
}
