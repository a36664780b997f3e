package dev.plumbline.apply;

import static dev.plumbline.apply.Samples.CONFIG_MAP;
import static dev.plumbline.apply.Samples.HUB_ID;
import static dev.plumbline.apply.Samples.SYNC;
import static dev.plumbline.apply.Samples.configMap;
import static dev.plumbline.apply.Samples.entry;
import static dev.plumbline.apply.Samples.live;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.ManagedEntry;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SeesWhatMovesTest {
  private static final String OURS = "{\"f:data\":{\"f:a\":{}}}";
  private static final ManagedEntry KUBECTL =
      Samples.entry("kubectl", "Update", "", "{\"f:data\":{\"f:b\":{}}}", Samples.NOON);

  private final List<Name> woken = new ArrayList<>();
  private final Script script = new Script();
  private final Live live = new Live(script, HUB_ID, woken::add);
  private final Wanted web = configMap("web", "1");
  private final Meta left = live(web).meta();

  @BeforeEach
  void leave_one_object_as_wanted() {
    live.use(SYNC, List.of(CONFIG_MAP));
    script.list(left);
    live.begin(SYNC);
    live.settle(SYNC, Inventory.of(List.of(entry(web, left))), Set.of());
    woken.clear();
  }

  @Test
  void wakes_nobody_when_others_add_their_own_fields() {
    script.sink.changed(
        event(
            live(web)
                .version("101")
                .meta(Samples.entry("hpa", "Update", "", "{\"f:metadata\":{}}", Samples.NOON))));

    assertThat(woken).isEmpty();
  }

  @Test
  void wakes_the_sync_when_a_field_was_taken_and_remembers_by_whom() {
    Meta moved = live(web).version("101").owning("{}").meta();

    script.sink.changed(event(moved));

    assertThat(woken).containsExactly(SYNC);
    assertThat(live.suspect(web.key())).contains(moved);
  }

  @Test
  void wakes_the_sync_when_the_object_is_gone() {
    script.sink.deleted(web.key(), left.uid());

    assertThat(woken).containsExactly(SYNC);
    assertThat(live.state(web.key())).isEmpty();
  }

  @Test
  void a_late_hint_about_an_earlier_object_changes_nothing() {
    script.sink.deleted(web.key(), "an-earlier-uid");

    assertThat(woken).isEmpty();
    assertThat(live.state(web.key())).isPresent();
  }

  @Test
  void what_a_list_no_longer_shows_is_gone() {
    script.list();

    assertThat(woken).containsExactly(SYNC);
  }

  @Test
  void does_not_wake_a_sync_about_its_own_writes() {
    live.begin(SYNC);
    Meta written = live(web).version("101").owning(OURS).meta();

    script.sink.changed(event(written));
    live.settle(SYNC, Inventory.of(List.of(entry(web, written))), Set.of());

    assertThat(woken).isEmpty();
  }

  @Test
  void a_run_that_takes_back_what_others_hold_does_not_wake_its_sync_again() {
    script.sink.changed(event(live(web).version("101").owning("{}").meta(KUBECTL)));
    woken.clear();
    live.begin(SYNC);
    Meta repaired = live(web).version("102").meta();

    script.sink.changed(event(repaired)); // it may come before the answer to the write
    live.settle(SYNC, Inventory.of(List.of(entry(web, repaired))), Set.of());

    assertThat(woken).isEmpty();
  }

  @Test
  void wakes_after_the_run_when_somebody_added_to_an_object_during_it() {
    live.begin(SYNC);

    Meta extended = live(web).version("101").owning(OURS).meta(KUBECTL);
    script.sink.changed(event(extended));
    live.settle(SYNC, Inventory.of(List.of(entry(web, extended))), Set.of());

    assertThat(woken).containsExactly(SYNC);
  }

  @Test
  void wakes_after_the_run_when_somebody_wrote_during_it() {
    live.begin(SYNC);
    script.sink.changed(event(live(web).version("101").owning("{}").meta()));
    live.settle(SYNC, Inventory.of(List.of(entry(web, left))), Set.of());

    assertThat(woken).containsExactly(SYNC);
  }

  @Test
  void an_older_event_never_undoes_a_newer_answer() {
    live.observed(live(web).version("205").meta());

    script.sink.changed(event(live(web).version("99").owning("{}").meta()));

    assertThat(woken).isEmpty();
    assertThat(live.state(web.key()).orElseThrow().resourceVersion()).isEqualTo("205");
  }

  @Test
  void copies_of_our_labels_are_not_ours() {
    var copy = new ObjectKey("", "ConfigMap", "web", "copied");
    var meta =
        new Meta(
            copy,
            "v1",
            "u",
            "5",
            1,
            Samples.NOON,
            false,
            List.of(),
            java.util.Map.of("plumbline.dev/hub", HUB_ID),
            java.util.Map.of(),
            List.of());

    script.sink.changed(event(meta));

    assertThat(live.state(copy)).isEmpty();
    assertThat(live.marked(SYNC)).hasSize(1);
  }

  @Test
  void wakes_the_sync_about_a_stray_that_carries_its_marks() {
    script.sink.changed(event(live(configMap("stray", "1")).meta()));

    assertThat(woken).containsExactly(SYNC);
  }

  @Test
  void an_object_left_knowingly_wrong_wakes_only_when_it_moves_again() {
    script.sink.changed(event(live(web).version("101").owning("{}").meta()));
    woken.clear();
    live.begin(SYNC);
    live.settle(SYNC, Inventory.of(List.of(entry(web, left))), Set.of(web.key()));
    assertThat(woken).isEmpty();

    script.sink.changed(event(live(web).version("102").owning("{}").meta()));
    assertThat(woken).isEmpty();
    script.sink.changed(event(live(web).version("103").owning("{\"f:x\":{}}").meta()));
    assertThat(woken).containsExactly(SYNC);
  }

  @Test
  void what_our_own_write_made_after_a_list_was_taken_is_not_gone() {
    Wanted young = configMap("young", "1");
    Meta made = live(young).version("1001").meta();
    live.begin(SYNC);
    live.observed(made);

    script.list(left); // as of version 1000
    live.settle(SYNC, Inventory.of(List.of(entry(web, left), entry(young, made))), Set.of());

    assertThat(woken).isEmpty();
    assertThat(live.state(young.key())).isPresent();
  }

  @Test
  void what_was_waited_for_and_went_while_the_run_was_busy_wakes_when_the_run_ends() {
    live.begin(SYNC);
    script.sink.deleted(web.key(), left.uid());

    live.settle(SYNC, Inventory.of(List.of(entry(web, left).asDeleting())), Set.of(web.key()));

    assertThat(woken).containsExactly(SYNC);
  }

  @Test
  void a_create_that_arrives_late_wakes_its_sync_once() {
    Wanted late = configMap("late", "1");
    live.begin(SYNC);
    live.settle(
        SYNC, Inventory.of(List.of(entry(web, left), Entry.creating(late))), Set.of(late.key()));
    assertThat(woken).isEmpty();

    script.sink.changed(event(live(late).meta()));
    script.sink.changed(event(live(late).version("101").meta()));

    assertThat(woken).containsExactly(SYNC);
  }

  @Test
  void a_stray_that_appears_during_a_run_wakes_when_it_ends_and_then_only_when_it_moves() {
    Meta stray = live(configMap("stray", "1")).meta();
    live.begin(SYNC);
    script.sink.changed(event(stray));
    live.settle(SYNC, Inventory.of(List.of(entry(web, left))), Set.of());
    assertThat(woken).containsExactly(SYNC);
    woken.clear();
    live.begin(SYNC);
    live.settle(SYNC, Inventory.of(List.of(entry(web, left))), Set.of());

    script.sink.changed(event(live(configMap("stray", "1")).version("102").meta()));

    assertThat(woken).isEmpty();
  }

  @Test
  void a_deletion_of_ours_wakes_nobody_however_late_its_event_comes() {
    live.begin(SYNC);
    live.gone(web.key(), left.uid());
    live.settle(SYNC, Inventory.EMPTY, Set.of());

    script.sink.deleted(web.key(), left.uid());

    assertThat(woken).isEmpty();
  }

  @Test
  void an_object_that_was_read_back_without_our_label_is_a_suspect() {
    live.begin(SYNC);
    Meta unmarked = live(web).version("101").unmarked().meta();

    live.readBack(unmarked);

    assertThat(live.suspect(web.key())).contains(unmarked);
  }

  @Test
  void what_was_suspect_is_forgotten_with_its_object() {
    script.sink.changed(event(live(web).version("101").owning("{}").meta()));
    live.begin(SYNC);
    live.settle(SYNC, Inventory.EMPTY, Set.of());

    assertThat(live.suspect(web.key())).isEmpty();
  }

  @Test
  void closes_a_watch_that_nobody_needs() throws Exception {
    live.forget(SYNC);

    assertThat(script.closed).isTrue();
    assertThat(live.size()).isZero();
    assertThat(live.awaitListed(List.of(CONFIG_MAP.groupKind()), Duration.ZERO)).isFalse();
  }

  private static Watches.Observed event(Meta meta) {
    return new Watches.Observed(meta, Optional.empty());
  }

  /** Watches whose events the test sends. */
  private static final class Script implements Watches {
    private WatchSink sink;
    private boolean closed;

    @Override
    public Watch open(
        ServedKind kind, String namespace, String selector, boolean bodies, WatchSink toSink) {
      sink = toSink;
      return () -> closed = true;
    }

    void list(Meta... metas) {
      sink.listing();
      for (Meta meta : metas) {
        sink.changed(event(meta));
      }
      sink.listed("1000");
    }
  }
}
