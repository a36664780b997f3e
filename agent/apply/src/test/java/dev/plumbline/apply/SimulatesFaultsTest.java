package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.DeleteRequest;
import dev.plumbline.kube.Discovery;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.ManualClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Thousands of lives of one Sync against a model of the API server: answers are lost, requests
 * arrive late, the process dies, the record is refused, people interfere. Afterwards exactly what
 * is wanted is there, nothing is leaked, and nothing of others was touched.
 */
final class SimulatesFaultsTest {
  private static final int SEEDS = Integer.getInteger("plumbline.seeds", 1_000);
  private static final List<String> NAMES = List.of("a", "b", "c", "d", "e");

  @Test
  void whatever_happens_in_between_it_ends_as_wanted() {
    for (int seed = 0; seed < SEEDS; seed++) {
      try {
        new Life(seed).live();
      } catch (AssertionError | Exception e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** A request on its way; the server drops it when its time is over. */
  private record Late(ObjectKey key, Instant until, Supplier<Answer> request) {}

  /** One life, from an empty cluster to a quiet end. */
  private static final class Life {
    private final Random random;
    private final ModelServer server = new ModelServer();
    private final ReentrantLock lock = new ReentrantLock();
    private final ManualClock clock = new ManualClock();
    private final List<Late> late = new ArrayList<>();
    private final Map<ObjectKey, Map<List<String>, String>> foreign = new HashMap<>();
    private final Map<ObjectKey, MapNode> bodies = new HashMap<>();
    private Map<String, String> wanted = new TreeMap<>();
    private Inventory recorded = Inventory.EMPTY;
    private boolean calm;
    private int toDeath;
    private Replica process;

    Life(int seed) {
      this.random = new Random(seed);
      this.process = new Replica();
    }

    void live() throws IOException {
      int steps = 4 + random.nextInt(12);
      for (int step = 0; step < steps; step++) {
        // Two applies within one second look the same where only values differ: the known limit.
        clock.advance(Duration.ofSeconds(1 + random.nextInt(40)));
        server.tick(clock.now());
        interfere();
        if (random.nextInt(2) == 0) {
          wanted = revision();
        }
        toDeath = random.nextInt(4) == 0 ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
        process.watch.look(random.nextInt(6));
        run();
        process.watch.look(random.nextInt(6));
        arrive(random.nextInt(3));
        nothingIsLeaked();
        nothingOfOthersIsTouched();
      }
      quiet();
    }

    private Map<String, String> revision() {
      var objects = new TreeMap<String, String>();
      for (String name : NAMES) {
        if (random.nextInt(3) > 0) {
          objects.put(name, "v" + random.nextInt(3));
        }
      }
      return objects;
    }

    private void run() throws IOException {
      try {
        process.run();
      } catch (Died | InventoryRecord.Superseded e) {
        process = new Replica();
        // The one leak that is known: a create whose answer was lost, that was sent again and
        // settled, and that outlives both its sender and the object.
        late.removeIf(request -> recorded.get(request.key()).filter(Entry::creating).isEmpty());
      }
    }

    /** What people and controllers do meanwhile. */
    private void interfere() {
      ObjectKey key = key(NAMES.get(random.nextInt(NAMES.size())));
      boolean ours = server.get(key).isPresent() && !foreign.containsKey(key);
      switch (random.nextInt(10)) {
        case 0 -> {
          if (server.get(key).isEmpty() && random.nextInt(3) == 0) {
            server.createAs("kubectl-create", key);
            foreign.put(key, Map.copyOf(server.get(key).orElseThrow().fields));
          }
        }
        case 1 -> server.updateAs("kubectl-edit", ours(key, ours), List.of("data", "a"), "theirs");
        case 2 -> server.updateAs("x", ours(key, ours), List.of("data", "a"), null);
        case 3 -> server.deleteAsSomebody(ours(key, ours));
        // Who takes our label away before we even know the object has it for himself.
        case 4 ->
            server.updateAs(
                "x",
                ours(key, ours && recorded.get(key).filter(e -> !e.creating()).isPresent()),
                List.of("metadata", "labels", "plumbline.dev/hub"),
                null);
        case 5 -> server.wipeOwners(ours(key, ours));
        case 6 -> server.hold(ours(key, ours), random.nextBoolean());
        case 7 -> server.updateAs("x", ours(key, ours), List.of("data", "theirs"), "added");
        default -> {}
      }
    }

    private static ObjectKey ours(ObjectKey key, boolean ours) {
      return ours ? key : key("nobody");
    }

    /** Requests that were held back somewhere arrive. */
    private void arrive(int most) {
      late.removeIf(request -> request.until().isBefore(clock.now()));
      for (int i = 0; i < most && !late.isEmpty(); i++) {
        Answer ignored = late.remove(random.nextInt(late.size())).request().get();
      }
    }

    private void nothingIsLeaked() {
      for (ObjectKey key : server.keys()) {
        if (!foreign.containsKey(key)) {
          assertThat(recorded.get(key)).as("%s is in no record", key).isPresent();
        }
      }
    }

    private void nothingOfOthersIsTouched() {
      foreign.forEach(
          (key, fields) ->
              assertThat(server.get(key))
                  .as("%s of somebody else", key)
                  .hasValueSatisfying(object -> assertThat(object.fields).isEqualTo(fields)));
    }

    /** Nothing goes wrong any more, and what was under way arrives. */
    private void quiet() throws IOException {
      calm = true;
      toDeath = Integer.MAX_VALUE;
      arrive(Integer.MAX_VALUE);
      server
          .keys()
          .forEach(
              key -> {
                if (!foreign.containsKey(key)) {
                  server.hold(key, false);
                }
              });
      for (int round = 0; round < 4; round++) {
        clock.advance(Duration.ofMinutes(80));
        process.watch.look(Integer.MAX_VALUE);
        process.run();
      }
      process.watch.look(Integer.MAX_VALUE);
      nothingOfOthersIsTouched();
      var expected = new TreeMap<>(wanted);
      foreign.keySet().forEach(key -> expected.remove(key.name()));
      assertThat(ours()).isEqualTo(expected);
      assertThat(recorded.entries())
          .extracting(entry -> entry.key().name())
          .containsExactlyElementsOf(expected.keySet());
      assertThat(recorded.entries()).noneMatch(entry -> entry.creating() || entry.deleting());
      process.atRest();
    }

    private Map<String, String> ours() {
      var ours = new TreeMap<String, String>();
      for (ObjectKey key : server.keys()) {
        if (!foreign.containsKey(key)) {
          ours.put(key.name(), server.get(key).orElseThrow().field("data", "a").orElse(""));
        }
      }
      return ours;
    }

    /** What dies with a process: everything but the record. */
    private final class Replica implements Cluster, Discovery {
      private final List<Name> woken = new ArrayList<>();
      private final Fights fights = new Fights(clock);
      private final Live live =
          new Live(
              (kind, namespace, selector, bodiesToo, sink) -> {
                open(sink);
                return () -> {};
              },
              Samples.HUB_ID,
              woken::add);
      private ModelServer.ModelWatch watch;
      private boolean dead;

      Replica() {
        live.use(Samples.SYNC, List.of(Samples.CONFIG_MAP));
      }

      private void open(Watches.WatchSink sink) {
        watch = server.new ModelWatch(sink);
      }

      void run() throws IOException {
        live.begin(Samples.SYNC);
        Desired desired =
            new Desired(
                wanted.entrySet().stream()
                    .map(object -> Samples.configMap(object.getKey(), object.getValue()))
                    .toList(),
                List.of(),
                List.of());
        Inventory before = recorded;
        Facts facts;
        try {
          facts = new Survey(this, Samples.MARKS, live, fights, Peers.NONE).facts(desired, before);
        } catch (IOException e) {
          live.abandon(Samples.SYNC);
          if (dead) {
            throw new Died();
          }
          return;
        }
        Draft draft =
            new Planner(Samples.MARKS, Samples.SETTINGS, facts, Grant.EVERYTHING)
                .draft(desired, before);
        draft = new Preflight(this, Samples.SETTINGS).check(draft, before);
        Plan plan = ((Plan.Verdict.Go) Plan.of(draft, Samples.SETTINGS)).plan();
        var writes =
            new Writes(
                this,
                Samples.MARKS,
                live,
                fights,
                key -> Optional.ofNullable(bodies.get(key)),
                Claims.DEFAULT,
                clock);
        Applied applied = new Applier(writes, this::record).apply(plan, before);
        if (dead) {
          throw new Died();
        }
        recorded = applied.inventory();
        applied.outcomes().stream()
            .filter(Outcome::good)
            .forEach(
                end ->
                    desired.objects().stream()
                        .filter(object -> object.key().equals(end.key()))
                        .forEach(object -> bodies.put(object.key(), object.body())));
        Set<ObjectKey> untouched =
            applied.outcomes().stream()
                .filter(end -> !end.good())
                .map(Outcome::key)
                .collect(Collectors.toSet());
        live.settle(Samples.SYNC, recorded, untouched);
      }

      private void record(Inventory superset) throws IOException {
        int fate = calm ? 9 : random.nextInt(10);
        if (fate == 0) {
          throw new InventoryRecord.Superseded("somebody else wrote");
        }
        recorded = superset;
        if (fate == 1) {
          throw new Died();
        }
      }

      /** Nothing moves, nobody is woken, and a run sends nothing. */
      void atRest() throws IOException {
        woken.clear();
        int before = sent;
        run();
        assertThat(sent).isEqualTo(before + foreignWanted());
        assertThat(woken).isEmpty();
      }

      // A create that meets somebody else's object, and the look at whose it is.
      private int foreignWanted() {
        return 2
            * (int) foreign.keySet().stream().filter(k -> wanted.containsKey(k.name())).count();
      }

      private int sent;

      private Answer write(ObjectKey key, Supplier<Answer> request) {
        lock.lock();
        try {
          sent++;
          if (dead || --toDeath <= 0) {
            dead = true;
            throw new Died();
          }
          return switch (calm ? 9 : random.nextInt(14)) {
            case 0 -> {
              Answer ignored = request.get();
              yield new Answer.Unknown("the answer was lost");
            }
            case 1 -> new Answer.Unknown("the request was lost");
            case 2 -> {
              late.add(new Late(key, clock.now().plusSeconds(60), request));
              yield new Answer.Unknown("it is on its way");
            }
            case 3 ->
                new Answer.Refused(
                    new Refusal(Refusal.Cause.TRANSIENT, 503, "", "busy", Optional.empty()));
            default -> request.get();
          };
        } finally {
          lock.unlock();
        }
      }

      @Override
      public Answer apply(ApplyRequest request) {
        return write(request.key(), () -> server.apply(request));
      }

      @Override
      public Answer delete(DeleteRequest request) {
        return write(request.key(), () -> server.delete(request));
      }

      @Override
      public Answer patch(ObjectKey key, Guard guard, List<MapNode> operations) {
        return write(key, () -> server.patch(key, guard, operations));
      }

      @Override
      public Optional<Meta> meta(ObjectKey key) throws IOException {
        lock.lock();
        try {
          sent++;
          if (dead || --toDeath <= 0) {
            dead = true;
            throw new Died();
          }
          if (!calm && random.nextInt(20) == 0) {
            throw new IOException("the connection broke");
          }
          return server.meta(key);
        } finally {
          lock.unlock();
        }
      }

      @Override
      public Identity identity() {
        return new Identity.Agent();
      }

      @Override
      public Discovery discovery() {
        return this;
      }

      @Override
      public Optional<ServedKind> find(String apiVersion, String kind) {
        return Optional.of(Samples.CONFIG_MAP);
      }

      @Override
      public Optional<ServedKind> find(GroupKind kind) {
        return Optional.of(Samples.CONFIG_MAP);
      }

      @Override
      public boolean serves(String group) {
        return true;
      }

      @Override
      public boolean registers(String group) {
        return true;
      }

      @Override
      public Set<String> staleGroups() {
        return Set.of();
      }

      @Override
      public void invalidate() {}

      @Override
      public Optional<MapNode> get(ObjectKey key) {
        throw new AssertionError("no body is read");
      }

      @Override
      public List<Meta> list(ServedKind kind, String labelSelector) {
        throw new AssertionError("nothing is listed");
      }

      @Override
      public List<MapNode> listBodies(
          ServedKind kind, String namespace, String labelSelector, int limit) {
        throw new AssertionError("nothing is listed");
      }

      @Override
      public Answer create(ObjectKey key, MapNode body) {
        throw new AssertionError("nothing is created by POST");
      }

      @Override
      public Answer replace(ObjectKey key, MapNode body, String subresource) {
        throw new AssertionError("nothing is replaced");
      }
    }

    private static ObjectKey key(String name) {
      return new ObjectKey("", "ConfigMap", "web", name);
    }
  }
}
