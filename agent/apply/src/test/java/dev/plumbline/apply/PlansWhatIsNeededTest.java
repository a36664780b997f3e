package dev.plumbline.apply;

import static dev.plumbline.apply.Samples.MARKS;
import static dev.plumbline.apply.Samples.SETTINGS;
import static dev.plumbline.apply.Samples.configMap;
import static dev.plumbline.apply.Samples.entry;
import static dev.plumbline.apply.Samples.live;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Forget;
import dev.plumbline.apply.Change.Keep;
import dev.plumbline.apply.Change.Prune;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class PlansWhatIsNeededTest {
  private final Wanted web = configMap("web", "1");

  @Test
  void keeps_an_object_of_which_nothing_moved() {
    Meta meta = live(web).meta();

    assertThat(only(draft(wanting(web), owning(entry(web, meta)), meta))).isInstanceOf(Keep.class);
  }

  @Test
  void creates_what_is_not_there() {
    assertThat(only(draft(wanting(web), Inventory.EMPTY))).isEqualTo(new Create(web));
  }

  @Test
  void creates_again_what_was_deleted_under_us() {
    Entry entry = entry(web, live(web).meta());

    assertThat(only(draft(wanting(web), owning(entry)))).isEqualTo(new Create(web));
  }

  @Test
  void updates_when_what_is_wanted_changed() {
    Meta meta = live(web).meta();
    Wanted changed = configMap("web", "2");

    var change = only(draft(wanting(changed), owning(entry(web, meta)), meta));

    assertThat(change)
        .isInstanceOfSatisfying(Update.class, u -> assertThat(u.why()).isEqualTo(Why.CHANGED));
  }

  @Test
  void repairs_when_our_entry_moved() {
    Meta left = live(web).meta();
    Meta moved = live(web).version("101").owning("{}").meta();

    var change = only(draft(wanting(web), owning(entry(web, left)), moved));

    assertThat(change)
        .isInstanceOfSatisfying(
            Update.class,
            update -> {
              assertThat(update.why()).isEqualTo(Why.DRIFTED);
              assertThat(update.guard().resourceVersion()).isEqualTo("101");
            });
  }

  @Test
  void repairs_when_our_marks_were_removed() {
    Meta left = live(web).meta();
    Meta unmarked = live(web).version("101").unmarked().meta();

    var change = only(draft(wanting(web), owning(entry(web, left)), unmarked));

    assertThat(change).isInstanceOf(Update.class);
  }

  @Test
  void does_not_touch_an_object_that_was_made_again_by_somebody_else() {
    Meta left = live(web).meta();
    Meta other = live(web).uid("another").unmarked().meta();

    assertThat(only(draft(wanting(web), owning(entry(web, left)), other)))
        .as("create-only, which the server refuses while the other one is there")
        .isEqualTo(new Create(web));
    assertThat(only(draft(Desired.NOTHING, owning(entry(web, left)), other)))
        .isInstanceOf(Forget.class);
  }

  @Test
  void prunes_what_is_no_longer_wanted() {
    Meta meta = live(web).meta();

    assertThat(only(draft(Desired.NOTHING, owning(entry(web, meta)), meta)))
        .isInstanceOf(Prune.class);
  }

  @Test
  void forgets_what_is_no_longer_wanted_and_gone_already() {
    Entry entry = entry(web, live(web).meta());

    assertThat(only(draft(Desired.NOTHING, owning(entry)))).isInstanceOf(Forget.class);
  }

  @Test
  void leaves_objects_in_place_when_pruning_is_off() {
    Meta meta = live(web).meta();
    var noPrune = new Settings(false, 10, false, Set.of(), Preflight.Mode.AUTO, false, false);

    var draft =
        new Planner(MARKS, noPrune, facts(Set.of(), meta), Grant.EVERYTHING)
            .draft(Desired.NOTHING, owning(entry(web, meta)));

    assertThat(only(draft)).isInstanceOf(Forget.class);
  }

  @Test
  void prunes_nothing_of_a_group_whose_discovery_is_stale() {
    var key = new ObjectKey("metrics.example.com", "Gauge", "web", "a");
    var entry = new Entry(key, "v1", "u", web.digest(), Optional.empty(), false, false);

    var draft =
        new Planner(MARKS, SETTINGS, facts(Set.of("metrics.example.com")), Grant.EVERYTHING)
            .draft(Desired.NOTHING, owning(entry));

    assertThat(only(draft))
        .isInstanceOfSatisfying(
            Blocked.class, b -> assertThat(b.reason()).isEqualTo(Reason.STALE_DISCOVERY));
  }

  @Test
  void wants_a_persons_word_before_a_namespace_goes() {
    var key = new ObjectKey("", "Namespace", "", "web");
    var entry = new Entry(key, "v1", "u-web", web.digest(), Optional.empty(), false, false);
    Meta meta = new Samples.There(key, "u-web", "7", true, "{}").meta();

    assertThat(only(draft(Desired.NOTHING, owning(entry), meta)))
        .isInstanceOfSatisfying(
            Blocked.class,
            blocked -> {
              assertThat(blocked.reason()).isEqualTo(Reason.NEEDS_CONSENT);
              assertThat(blocked.message()).contains("spec.prune.namespaces");
            });

    var consent =
        new Settings(
            true,
            10,
            false,
            Set.of(Settings.Consent.NAMESPACES),
            Preflight.Mode.AUTO,
            false,
            false);
    assertThat(
            only(
                new Planner(MARKS, consent, facts(Set.of(), meta), Grant.EVERYTHING)
                    .draft(Desired.NOTHING, owning(entry))))
        .isInstanceOf(Prune.class);
  }

  @Test
  void takes_over_a_stray_that_is_wanted_and_wants_a_persons_word_before_one_goes_that_is_not() {
    Meta stray = live(web).meta();
    var word = new Settings(true, 10, true, Set.of(), Preflight.Mode.AUTO, false, false);

    assertThat(only(draft(wanting(web), Inventory.EMPTY, stray)))
        .isInstanceOfSatisfying(Update.class, u -> assertThat(u.why()).isEqualTo(Why.STRAY));
    assertThat(only(draft(Desired.NOTHING, Inventory.EMPTY, stray)))
        .isInstanceOfSatisfying(
            Blocked.class, b -> assertThat(b.reason()).isEqualTo(Reason.NEEDS_CONSENT));
    var planner = new Planner(MARKS, word, facts(Set.of(), stray), Grant.EVERYTHING);
    assertThat(only(planner.draft(Desired.NOTHING, Inventory.EMPTY))).isInstanceOf(Prune.class);
  }

  @Test
  @Tag("SEC-TEN-06")
  void never_prunes_an_object_that_was_made_again_whatever_marks_it_bears() {
    Entry entry = entry(web, live(web).meta());
    Meta forged = live(web).uid("another").meta();

    assertThat(only(draft(Desired.NOTHING, owning(entry), forged))).isInstanceOf(Forget.class);
  }

  @Test
  void waits_for_a_definition_of_the_same_push_and_blocks_an_unknown_kind() {
    var definition = new ObjectKey(Desires.CRD.group(), Desires.CRD.kind(), "", "widgets.acme.io");
    var key = new ObjectKey("acme.io", "Widget", "web", "w");
    var defined =
        new Desired.Unserved(
            key, "acme.io/v1", Position.UNKNOWN, Optional.of(definition), Wishes.NONE);
    var unknown =
        new Desired.Unserved(key, "acme.io/v1", Position.UNKNOWN, Optional.empty(), Wishes.NONE);

    assertThat(only(draft(new Desired(List.of(), List.of(defined), List.of()), Inventory.EMPTY)))
        .isInstanceOf(Defer.class);
    assertThat(only(draft(new Desired(List.of(), List.of(unknown), List.of()), Inventory.EMPTY)))
        .isInstanceOfSatisfying(
            Blocked.class, b -> assertThat(b.reason()).isEqualTo(Reason.UNKNOWN_KIND));
  }

  @Test
  void never_prunes_objects_of_a_wanted_kind_that_is_not_served_now() {
    var key = new ObjectKey("acme.io", "Widget", "web", "w");
    var entry = new Entry(key, "v1", "u", web.digest(), Optional.empty(), false, false);
    var unserved =
        new Desired.Unserved(key, "acme.io/v1", Position.UNKNOWN, Optional.empty(), Wishes.NONE);

    var draft = draft(new Desired(List.of(), List.of(unserved), List.of()), owning(entry));

    assertThat(only(draft)).isInstanceOf(Blocked.class);
  }

  @Test
  void stops_a_plan_that_prunes_more_than_the_budget() {
    var entries = new HashMap<ObjectKey, Entry>();
    var metas = new Meta[11];
    for (int i = 0; i < metas.length; i++) {
      Wanted object = configMap("c" + i, "1");
      metas[i] = live(object).meta();
      entries.put(object.key(), entry(object, metas[i]));
    }
    Draft draft = draft(Desired.NOTHING, Inventory.of(entries.values()), metas);

    assertThat(Plan.of(draft, SETTINGS))
        .isInstanceOfSatisfying(
            Plan.Verdict.OverBudget.class,
            over -> {
              assertThat(over.wouldPrune()).hasSize(11);
              assertThat(over.allowed()).isEqualTo(10);
            });
    var consented = new Settings(true, 10, true, Set.of(), Preflight.Mode.AUTO, false, false);
    assertThat(Plan.of(draft, consented)).isInstanceOf(Plan.Verdict.Go.class);
  }

  @Test
  void a_resync_asks_about_what_looks_untouched() {
    Meta meta = live(web).meta();
    var resync = new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, true, false);

    var draft =
        new Planner(MARKS, resync, facts(Set.of(), meta), Grant.EVERYTHING)
            .draft(wanting(web), owning(entry(web, meta)));

    assertThat(only(draft))
        .isInstanceOfSatisfying(Update.class, u -> assertThat(u.why()).isEqualTo(Why.RESYNC));
  }

  @Test
  void definitions_come_first_and_go_last() {
    assertThat(Order.stage(new ObjectKey("", "Namespace", "", "web"))).isZero();
    assertThat(Order.stage(web.key()))
        .isLessThan(Order.stage(new ObjectKey("apps", "Deployment", "web", "web")));
    assertThat(new GroupKind("", "Namespace")).isEqualTo(Order.NAMESPACE);
  }

  private static Desired wanting(Wanted... objects) {
    return new Desired(List.of(objects), List.of(), List.of());
  }

  private static Inventory owning(Entry... entries) {
    return Inventory.of(List.of(entries));
  }

  private static Draft draft(Desired desired, Inventory inventory, Meta... live) {
    return new Planner(MARKS, SETTINGS, facts(Set.of(), live), Grant.EVERYTHING)
        .draft(desired, inventory);
  }

  private static Facts facts(Set<String> stale, Meta... live) {
    var states = new HashMap<ObjectKey, State>();
    for (Meta meta : live) {
      states.put(meta.key(), State.of(meta, Samples.HUB_ID));
    }
    var marked = states.values().stream().filter(state -> state.sync().isPresent()).toList();
    return new Facts(
        states, marked, stale, Map.of(), Map.of(), Set.of(), Set.of(), Map.of(), Handovers.NONE);
  }

  private static Change only(Draft draft) {
    assertThat(draft.changes()).hasSize(1);
    return draft.changes().getFirst();
  }
}
