package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two Syncs of one tenant on one target, and an object that moves from one to the other. */
final class HandsOverTest {
  private final String namespace = OneSync.PLANE.namespace("handover");
  private final OneSync left = new OneSync();
  private final OneSync right = left.sharing("globex");
  private String uid;

  @BeforeEach
  void deploy() throws Exception {
    left.peers = new Other(right);
    right.peers = new Other(left);
    left.push(configMap("a") + configMap("moving"));
    right.push(configMap("b"));
    uid = uid();
    left.cluster.forget();
    right.cluster.forget();
    right.records.clear();
  }

  @AfterEach
  void close() {
    left.close();
  }

  @Test
  void the_sync_that_lost_it_waits_until_the_other_has_taken_it() throws Exception {
    right.render(configMap("b") + configMap("moving"));

    Applied waiting = left.push(configMap("a"));

    Outcome outcome = left.outcome(waiting, "ConfigMap", "moving");
    assertThat(outcome.result()).isEqualTo(Outcome.Result.WAITING);
    assertThat(outcome.reason()).isEqualTo(Reason.HANDED_OVER);
    assertThat(outcome.message())
        .isEqualTo("it waits for Sync plumbline-system/globex to take it over");
    assertThat(waiting.inventory().get(key("moving"))).isPresent();
    assertThat(left.cluster.requests()).isEmpty();

    assertThat(right.run().complete()).isTrue();
    Await.until("the one that lost it is woken", () -> left.woken.contains(left.name));
    Applied after = left.run();

    assertThat(after.complete()).isTrue();
    assertThat(after.inventory().get(key("moving"))).isEmpty();
    assertThat(right.inventory.get(key("moving")).orElseThrow().uid()).isEqualTo(uid);
    assertThat(uid()).as("never deleted and made again").isEqualTo(uid);
    assertThat(left.cluster.requests()).containsExactly("read " + key("moving"));
  }

  @Test
  void the_sync_that_renders_it_now_records_it_first_and_takes_it() throws Exception {
    left.render(configMap("a"));
    right.cluster.before(
        request -> {
          if (request.equals("apply " + key("moving"))) {
            assertThat(right.inventory.get(key("moving"))).isPresent();
            assertThat(left.inventory.get(key("moving"))).isPresent();
          }
        });

    Applied taken = right.push(configMap("b") + configMap("moving"));

    assertThat(taken.complete()).isTrue();
    assertThat(taken.drifts()).isEmpty();
    assertThat(right.records).hasSize(1);
    assertThat(right.cluster.requests())
        .containsExactly("dry run " + key("moving"), "apply " + key("moving"));
    Await.until("the one that lost it is woken", () -> left.woken.contains(left.name));
    assertThat(left.run().inventory().get(key("moving"))).isEmpty();
    assertThat(uid()).isEqualTo(uid);
    OneSync.pause();
    assertThat(left.run().complete()).isTrue();
    assertThat(right.run().complete()).isTrue();
  }

  @Test
  void what_the_other_still_renders_is_not_taken() throws Exception {
    Applied blocked = right.push(configMap("b") + configMap("moving"));

    Outcome outcome = right.outcome(blocked, "ConfigMap", "moving");
    assertThat(outcome.reason()).isEqualTo(Reason.OWNED_BY_OTHERS);
    assertThat(outcome.message())
        .isEqualTo("it exists already and belongs to Sync plumbline-system/acme");
    assertThat(left.run().complete()).isTrue();
  }

  @Test
  void what_belongs_to_no_peer_is_not_taken() throws Exception {
    right.peers = Peers.NONE;
    left.render(configMap("a"));

    Applied blocked = right.push(configMap("b") + configMap("moving"));

    assertThat(right.outcome(blocked, "ConfigMap", "moving").reason())
        .isEqualTo(Reason.OWNED_BY_OTHERS);
  }

  @Test
  void who_dies_after_he_recorded_it_takes_it_in_his_next_life() throws Exception {
    left.render(configMap("a"));
    right.cluster.before(
        request -> {
          if (request.equals("apply " + key("moving"))) {
            throw new IllegalStateException("dies here");
          }
        });
    right.render(configMap("b") + configMap("moving"));
    try {
      right.run();
    } catch (IllegalStateException e) {
      // As expected.
    }
    assertThat(right.inventory.get(key("moving"))).isPresent();
    right.cluster.before(request -> {});

    Applied taken = right.run();

    assertThat(taken.complete()).isTrue();
    assertThat(taken.drifts()).as("a take-over is no drift").isEmpty();
    Await.until(
        "the other has forgotten it",
        () -> left.run().complete() && left.inventory.get(key("moving")).isEmpty());
    assertThat(uid()).isEqualTo(uid);
  }

  @Test
  void who_wants_it_back_after_it_was_taken_is_told_whose_it_is() throws Exception {
    left.render(configMap("a"));
    right.push(configMap("b") + configMap("moving"));

    Applied blocked = left.push(configMap("a") + configMap("moving"));

    assertThat(left.outcome(blocked, "ConfigMap", "moving").message())
        .isEqualTo("it exists already and belongs to Sync plumbline-system/globex");
    OneSync.pause();
    assertThat(right.run().drifts()).as("nobody fights").isEmpty();

    left.push(configMap("a"));
    assertThat(uid()).isEqualTo(uid);
    assertThat(left.inventory.get(key("moving"))).isEmpty();
  }

  /** What the other one of the two renders. */
  private static final class Other implements Peers {
    private final OneSync other;

    Other(OneSync other) {
      this.other = other;
    }

    @Override
    public Optional<Name> claimant(ObjectKey key) throws IOException {
      return claims(other.name, key) ? Optional.of(other.name) : Optional.empty();
    }

    @Override
    public boolean claims(Name sync, ObjectKey key) throws IOException {
      return sync.equals(other.name) && other.desired().keys().contains(key);
    }

    @Override
    public boolean releases(Name sync, ObjectKey key) throws IOException {
      return sync.equals(other.name) && !other.desired().keys().contains(key);
    }

    @Override
    public void tell(Name sync) {}
  }

  private String uid() throws IOException {
    return right.there(key("moving")).flatMap(o -> o.text("metadata", "uid")).orElse("gone");
  }

  private ObjectKey key(String name) {
    return new ObjectKey("", "ConfigMap", namespace, name);
  }

  private String configMap(String name) {
    return """
        ---
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s, namespace: %s}
        data: {key: value}
        """
        .formatted(name, namespace);
  }
}
