package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What people ask of a Sync, by its spec and by annotations. */
final class ObeysPeopleTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    app = new Objects(PLANE, "app");
    fleet.repository().write("README.md", "fleet").push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void a_suspended_sync_writes_nothing_until_it_is_resumed() {
    deployed("suspended", "");

    fleet.sync("suspended", "suspended", "suspend: {by: alice, reason: freeze}");
    fleet.awaitPhase("suspended", "Suspended");
    assertThat(fleet.message("suspended")).isEqualTo("suspended by alice: freeze");
    fleet
        .repository()
        .write("suspended/a.yaml", app.configMap("suspended", "2"))
        .push("While suspended");
    app.vandalise("suspended");
    awaitSeen();
    assertThat(app.value("suspended")).isEqualTo("taken");

    patch("suspended", "{\"spec\":{\"suspend\":null}}");
    app.awaitValue("suspended", "2");
    fleet.awaitPhase("suspended", "Ready");
  }

  @Test
  void a_suspension_ends_by_itself() {
    deployed("until", "");
    Instant end = Instant.now().plusSeconds(4);

    fleet.sync("until", "until", "suspend: {until: \"%s\"}".formatted(end));
    fleet.awaitPhase("until", "Suspended");

    fleet.awaitPhase("until", "Ready");
    assertThat(Instant.now()).isAfter(end);
  }

  @Test
  void a_suspension_until_the_end_of_days_is_just_long() {
    deployed("aeon", "");

    fleet.sync("aeon", "aeon", "suspend: {until: \"9999-12-31T23:59:59Z\"}");
    fleet.awaitPhase("aeon", "Suspended");

    patch("aeon", "{\"spec\":{\"suspend\":null}}");
    fleet.awaitPhase("aeon", "Ready");
  }

  @Test
  void an_annotation_asks_for_a_full_comparison_once() {
    deployed("asked", "");
    long mark = PLANE.audit().mark();

    annotate("asked", Marks.REQUESTED_AT, "x".repeat(1000));

    Await.until(
        "it is handled", () -> fleet.of("asked", ".status.handled.requestedAt").startsWith("xxx"));
    assertThat(dryRuns(mark)).isEqualTo(1);
    mark = PLANE.audit().mark();
    annotate("asked", "example.com/other", "1");
    fleet.repository().write("asked/b.yaml", app.configMap("asked-b", "1")).push("More");
    app.awaitValue("asked-b", "1");
    assertThat(dryRuns(mark)).as("only once").isZero();
  }

  @Test
  void a_push_that_would_delete_too_much_waits_for_a_persons_word() {
    IntStream.range(0, 4)
        .forEach(i -> fleet.repository().write("budget/c%d.yaml".formatted(i), budgeted(i)));
    deployed("budget", "prune: {budget: \"2\"}");

    fleet
        .repository()
        .delete("budget/c1.yaml")
        .delete("budget/c2.yaml")
        .delete("budget/c3.yaml")
        .write("budget/a.yaml", app.configMap("budget", "2"))
        .push("Less");

    assertThat(fleet.awaitReason("budget", "PruneBudgetExceeded"))
        .startsWith("main@%s would delete 3 objects, 2 are allowed at once: ".formatted(brief()))
        .contains(app.namespace() + "/c1", "/c2", "/c3", Marks.ALLOW_PRUNE);
    fleet.awaitPhase("budget", "Blocked");
    assertThat(app.value("c3")).isEqualTo("1");
    assertThat(app.value("budget")).as("nothing of the push is applied").isEqualTo("1");

    annotate("budget", Marks.ALLOW_PRUNE, fleet.repository().head());

    fleet.awaitPhase("budget", "Ready");
    assertThat(app.exists("configmaps", "c1")).isFalse();
    app.awaitValue("budget", "2");
  }

  @Test
  void nothing_is_pruned_where_pruning_is_off() {
    fleet.repository().write("kept/b.yaml", app.configMap("kept-b", "1"));
    deployed("kept", "prune: {enabled: false}");

    fleet.repository().delete("kept/b.yaml").push("Less");
    Await.until(
        "the push is live",
        () -> fleet.of("kept", ".status.revision.applied").endsWith(fleet.repository().head()));

    assertThat(app.value("kept-b")).isEqualTo("1");
    PLANE.kubectl("delete", "sync", "kept", "-n", fleet.namespace(), "--timeout=30s");
    assertThat(app.value("kept")).as("deletionPolicy mirrors it").isEqualTo("1");
  }

  @Test
  void a_deleted_sync_leaves_its_objects_where_it_says_orphan() {
    deployed("orphan", "deletionPolicy: Orphan");

    PLANE.kubectl("delete", "sync", "orphan", "-n", fleet.namespace(), "--timeout=30s");

    assertThat(app.value("orphan")).isEqualTo("1");
  }

  @Test
  void a_deleted_sync_takes_its_objects_where_it_says_prune_even_if_pruning_is_off() {
    deployed("prune", "prune: {enabled: false}\ndeletionPolicy: Prune");

    PLANE.kubectl("delete", "sync", "prune", "-n", fleet.namespace(), "--timeout=30s");

    assertThat(app.exists("configmaps", "prune")).isFalse();
  }

  @Test
  void a_deleted_sync_whose_target_is_gone_says_so_and_lets_go_on_orphan() {
    fleet.target("doomed", PLANE.kubeconfig());
    fleet.repository().write("doomed/a.yaml", app.configMap("doomed", "1")).push("Doomed");
    fleet.sync("doomed", "fleet", "doomed", "doomed", "");
    fleet.awaitPhase("doomed", "Ready");
    PLANE.kubectl("delete", "target", "doomed", "-n", fleet.namespace());
    fleet.awaitReason("doomed", "TargetNotFound");

    PLANE.kubectl("delete", "sync", "doomed", "-n", fleet.namespace(), "--wait=false");

    Await.until("it says so", () -> fleet.message("doomed").contains("cannot be deleted"));
    assertThat(fleet.message("doomed"))
        .isEqualTo(
            "Target doomed does not exist, so its 1 objects cannot be deleted; set"
                + " spec.deletionPolicy: Orphan to let go and leave its objects in place");
    patch("doomed", "{\"spec\":{\"deletionPolicy\":\"Orphan\"}}");
    Await.until("it is gone", () -> fleet.object("syncs", "doomed").isEmpty());
    assertThat(app.value("doomed")).isEqualTo("1");
  }

  @Test
  void a_suspended_sync_that_is_deleted_waits_with_its_objects() {
    deployed("sleeper", "");
    fleet.sync("sleeper", "sleeper", "suspend: {by: alice}");
    fleet.awaitPhase("sleeper", "Suspended");

    PLANE.kubectl("delete", "sync", "sleeper", "-n", fleet.namespace(), "--wait=false");

    Await.until("it says so", () -> fleet.message("sleeper").contains("Orphan"));
    assertThat(app.value("sleeper")).isEqualTo("1");
    patch("sleeper", "{\"spec\":{\"suspend\":null}}");
    Await.until("it is gone", () -> fleet.object("syncs", "sleeper").isEmpty());
    assertThat(app.exists("configmaps", "sleeper")).isFalse();
  }

  @Test
  void what_others_add_is_told_of_or_taken_out_or_left_as_the_sync_says() {
    deployed("extra", "");
    addTo("extra", "two");
    awaitExtra("extra", "");

    fleet.sync("extra", "extra", "drift: {extra: Report}");
    awaitExtra("extra", "ConfigMap %s/extra .data.two kubectl-patch".formatted(app.namespace()));
    assertThat(fleet.of("extra", ".status.conditions[?(@.type==\"InSync\")].message"))
        .isEqualTo(
            "everything of ours is as wanted; beside it, ConfigMap %s/extra: .data.two added by \"kubectl-patch\""
                .formatted(app.namespace()));
    fleet.awaitPhase("extra", "Ready");

    fleet.sync("extra", "extra", "drift: {extra: Ignore}");
    awaitExtra("extra", "");

    fleet.sync("extra", "extra", "drift: {extra: Remove}");
    Await.until(
        "it is taken out", () -> fleet.of("extra", ".status.drift[0].field").equals(".data.two"));
    addTo("extra", "three");
    Await.until(
        "so is the next", () -> fleet.of("extra", ".status.drift[1].field").equals(".data.three"));
    assertThat(app.value("extra")).isEqualTo("1");
  }

  private static void addTo(String configMap, String key) {
    PLANE.kubectl(
        "-n",
        app.namespace(),
        "patch",
        "configmap",
        configMap,
        "-p",
        "{\"data\":{\"%s\":\"x\"}}".formatted(key));
  }

  private static void awaitExtra(String sync, String expected) {
    Await.until("extra is " + expected, () -> extra(sync).equals(expected));
  }

  private static String extra(String sync) {
    return fleet.status(sync).list("extra").stream()
        .map(MapNode.class::cast)
        .flatMap(one -> Stream.of("object", "field", "by").map(of -> one.text(of).orElse("")))
        .collect(Collectors.joining(" "));
  }

  @Test
  void a_sync_moved_to_another_path_prunes_what_only_the_old_one_had() {
    fleet.repository().write("old/b.yaml", app.configMap("old-b", "1"));
    fleet.repository().write("new/a.yaml", app.configMap("moved", "2"));
    fleet.repository().write("old/a.yaml", app.configMap("moved", "1")).push("Both");
    fleet.sync("moved", "old", "");
    fleet.awaitPhase("moved", "Ready");

    fleet.sync("moved", "new", "");

    app.awaitValue("moved", "2");
    Await.until("the rest is gone", () -> !app.exists("configmaps", "old-b"));
    fleet.awaitPhase("moved", "Ready");
  }

  private static String budgeted(int i) {
    return app.configMap("c" + i, "1");
  }

  private static void deployed(String name, String more) {
    fleet.repository().write(name + "/a.yaml", app.configMap(name, "1")).push(name);
    fleet.sync(name, name, more);
    fleet.awaitPhase(name, "Ready");
  }

  private static String brief() {
    return fleet.repository().head().substring(0, 7);
  }

  private static long dryRuns(long mark) {
    return fleet.sent(mark).stream()
        .filter(entry -> entry.uri().contains("dryRun=All"))
        .filter(entry -> entry.uri().contains(app.namespace()))
        .count();
  }

  private static void awaitSeen() {
    Await.until(
        "the push is known",
        () ->
            fleet
                .object("repositories", "fleet")
                .text("status", "observed", "main", "commit")
                .orElse("")
                .equals(fleet.repository().head()));
  }

  private static void annotate(String sync, String name, String value) {
    PLANE.kubectl(
        "annotate", "sync", sync, "-n", fleet.namespace(), "--overwrite", name + "=" + value);
  }

  private static void patch(String sync, String merge) {
    PLANE.kubectl("patch", "sync", sync, "-n", fleet.namespace(), "--type=merge", "-p", merge);
  }
}
