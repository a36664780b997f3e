package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.OperationId;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * One Sync on the real control plane, run step by step as the loop runs it. Its record is a field,
 * so that a test can have it die anywhere and start again from what was recorded.
 */
final class OneSync implements AutoCloseable {
  static final ControlPlane PLANE = ControlPlane.shared();
  private static final Connections CONNECTIONS =
      new Connections("test", Clock.system(), Metrics.none());
  private static final Connection SHARED = connect(PLANE.kubeconfig());

  final String hubId;
  final Name name;
  final Marks marks;
  final OperationId operation = OperationId.next(Clock.system());
  final CountingCluster cluster;
  final List<Inventory> records = new ArrayList<>();
  final List<Name> woken = new CopyOnWriteArrayList<>();
  final Live live;
  final Clock clock;
  final Fights fights;
  private final Map<ObjectKey, MapNode> bodies = new HashMap<>();
  Settings settings = Samples.SETTINGS;
  List<String> ignored = List.of();
  Grant grant = Grant.EVERYTHING;
  Peers peers = Peers.NONE;
  Inventory inventory = Inventory.EMPTY;
  Draft draft = new Draft(List.of());
  private List<Desires.Source> manifests = List.of();

  OneSync() {
    this(ControlPlane.unique("hub"), "acme", SHARED, Clock.system(), SHARED.watches());
  }

  OneSync(String hubId, String name, Connection connection, Clock clock, Watches watches) {
    this.hubId = hubId;
    this.name = new Name("plumbline-system", name);
    this.marks = new Marks(hubId, this.name);
    this.cluster =
        new CountingCluster(connection.as(new Identity.Agent(), operation, Fence.open()));
    this.live = new Live(watches, hubId, woken::add);
    this.clock = clock;
    this.fights = new Fights(clock);
  }

  private OneSync(OneSync first, String name) {
    this.hubId = first.hubId;
    this.name = new Name("plumbline-system", name);
    this.marks = new Marks(hubId, this.name);
    this.cluster = new CountingCluster(SHARED.as(new Identity.Agent(), operation, Fence.open()));
    this.live = first.live;
    this.clock = first.clock;
    this.fights = first.fights;
  }

  /** Another Sync of the same installation in the same process; the first one is told of both. */
  OneSync sharing(String other) {
    return new OneSync(this, other);
  }

  /** Another Sync of the same installation. */
  OneSync beside(String other) {
    return new OneSync(hubId, other, SHARED, clock, SHARED.watches());
  }

  static OneSync with(Clock clock) {
    return new OneSync(ControlPlane.unique("hub"), "acme", SHARED, clock, SHARED.watches());
  }

  /** On a cluster of the test's own. */
  static OneSync on(ControlPlane plane) {
    Connection connection = connect(plane.kubeconfig());
    return with(connection, connection.watches());
  }

  static OneSync with(Connection connection, Watches watches) {
    return with(connection, watches, Clock.system());
  }

  static OneSync with(Connection connection, Watches watches, Clock clock) {
    return new OneSync(ControlPlane.unique("hub"), "acme", connection, clock, watches);
  }

  static Watches watches() {
    return SHARED.watches();
  }

  static Connection connection() {
    return SHARED;
  }

  static Connection connect(byte[] kubeconfig) {
    return switch (Kubeconfig.read(kubeconfig)) {
      case Kubeconfig.Reading.Usable(var usable) -> CONNECTIONS.open(usable);
      case Kubeconfig.Reading.Refused(var why) -> throw new AssertionError(why);
    };
  }

  /** The same Sync in a process that knows nothing but the record. */
  OneSync restarted() {
    close();
    return twin();
  }

  /** A second process that believes in the same record. */
  OneSync twin() {
    var again = new OneSync(hubId, name.name(), SHARED, clock, SHARED.watches());
    again.inventory = inventory;
    again.settings = settings;
    again.ignored = ignored;
    again.manifests = manifests;
    again.bodies.putAll(bodies);
    return again;
  }

  Applied push(String yaml) throws Exception {
    manifests = parsed(yaml);
    return run();
  }

  private List<Desires.Source> parsed(String yaml) {
    return Manifests.read(yaml, "web.yaml").stream()
        .filter(MapNode.class::isInstance)
        .map(node -> new Desires.Source((MapNode) node, node.position(), ignored))
        .toList();
  }

  Applied run() throws Exception {
    return switch (plan()) {
      case Plan.Verdict.Go(Plan plan) -> carryOut(plan);
      case Plan.Verdict.OverBudget over -> throw new AssertionError(over.toString());
    };
  }

  Plan.Verdict planFor(String yaml) throws Exception {
    manifests = parsed(yaml);
    return plan();
  }

  /** All of a run before the first write. */
  Plan.Verdict plan() throws Exception {
    Desired desired = desired();
    watch(desired);
    woken.clear();
    live.begin(name);
    Facts facts = new Survey(cluster, marks, live, fights, peers).facts(desired, inventory);
    draft = new Planner(marks, settings, facts, grant).draft(desired, inventory);
    draft = new Preflight(cluster, settings).check(draft, inventory);
    return Plan.of(draft, settings);
  }

  Applied carryOut(Plan plan) throws IOException {
    var writes = new Writes(cluster, marks, live, fights, this::lastBody, settings.claims(), clock);
    Applied applied = new Applier(writes, this::record).apply(plan, inventory);
    inventory = applied.inventory();
    remember(desired(), applied);
    settle(applied);
    return applied;
  }

  private void settle(Applied applied) {
    Set<ObjectKey> untouched =
        applied.outcomes().stream()
            .filter(outcome -> !outcome.good() || outcome.left())
            .map(Outcome::key)
            .collect(Collectors.toSet());
    live.settle(name, applied.inventory(), untouched);
  }

  private void remember(Desired desired, Applied applied) {
    for (Wanted wanted : desired.objects()) {
      applied.outcomes().stream()
          .filter(outcome -> outcome.key().equals(wanted.key()) && outcome.good())
          .forEach(outcome -> bodies.put(wanted.key(), wanted.body()));
    }
  }

  void record(Inventory superset) {
    records.add(superset);
    inventory = superset;
  }

  private Optional<MapNode> lastBody(ObjectKey key) {
    return Optional.ofNullable(bodies.get(key));
  }

  /** Renders something else from now on. */
  void render(String yaml) {
    manifests = parsed(yaml);
  }

  Desired desired() throws IOException {
    return new Desires(cluster.discovery(), marks).of(manifests);
  }

  private void watch(Desired desired) throws Exception {
    Map<GroupKind, ServedKind> kinds = new HashMap<>();
    desired.objects().forEach(wanted -> kinds.put(wanted.kind().groupKind(), wanted.kind()));
    Set<GroupKind> owned = new HashSet<>();
    for (Entry entry : inventory.entries()) {
      GroupKind kind = entry.key().groupKind();
      if (!kinds.containsKey(kind)) {
        cluster.discovery().find(kind).ifPresent(served -> kinds.put(kind, served));
      }
      if (kinds.containsKey(kind)) {
        owned.add(kind);
      }
    }
    live.use(name, kinds.values());
    assertThat(live.awaitListed(owned, Duration.ofSeconds(20))).isTrue();
  }

  /** Waits until something woke the Sync, and runs it. */
  Applied awakened() throws Exception {
    Await.until("the Sync is woken", () -> !woken.isEmpty());
    return run();
  }

  /**
   * Pushes, and waits until the objects are healthy: becoming so wakes the Sync as well, and from
   * here on only what the test does shall.
   */
  void pushAndRest(String yaml) throws Exception {
    push(yaml);
    rest();
  }

  /** Waits until the objects are healthy in the generation that is known. */
  void rest() {
    Await.until(
        "all are healthy",
        () -> inventory.entries().stream().map(Entry::key).allMatch(live::healthy));
    pause();
    woken.clear();
  }

  /** Runs until nothing is left to be done. */
  void converge() throws Exception {
    Await.until("all is as wanted", () -> run().complete());
  }

  /** Gives the watches time to tell what they have. */
  static void pause() {
    LockSupport.parkNanos(Duration.ofMillis(700).toNanos());
  }

  Outcome outcome(Applied applied, String kind, String objectName) {
    return applied.outcomes().stream()
        .filter(outcome -> outcome.key().kind().equals(kind))
        .filter(outcome -> outcome.key().name().equals(objectName))
        .findFirst()
        .orElseThrow(() -> new AssertionError(applied.outcomes().toString()));
  }

  Optional<MapNode> there(ObjectKey key) throws IOException {
    return SHARED.as(new Identity.Agent()).get(key);
  }

  @Override
  public void close() {
    live.close();
  }
}
