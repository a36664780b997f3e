package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** 300 Tenants that share two bases, on the real API server; runs and requests are counted. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class RunsOnlyWhatAPushTouchesTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final int TENANTS = 300;
  private static final int OF_RED = 40;

  // Of 300 Syncs one is compared in full every two and a half minutes, whatever happens.
  private static final long RESYNCS = 2;

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final Counts COUNTS = new Counts();
  private static TenantFleet fleet;

  @BeforeAll
  static void start() throws Exception {
    fleet = new TenantFleet(PLANE).target("eu", "env: prod").environment("prod", "env: prod");
    base("red", "1");
    base("blue", "1");
    var tenants = new StringBuilder();
    for (int i = 0; i < TENANTS; i++) {
      overlay(i, "1");
      tenants.append("---\n").append(fleet.tenantManifest("t" + i, "environments: [prod]"));
    }
    fleet.fleet().repository().push("All");
    fleet.fleet().apply(tenants.toString());
    fleet.fleet().countIn(COUNTS);
    fleet.fleet().restart();
    Await.until(
        PATIENCE,
        "every Tenant is Ready",
        () ->
            PLANE
                .api()
                .text(
                    "/apis/plumbline.dev/v1alpha1/namespaces/%s/tenants"
                        .formatted(fleet.fleet().namespace()),
                    ".items[*].status.phase")
                .equals("Ready ".repeat(TENANTS).strip()));
    awaitQuiet();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  @Order(1)
  void at_rest_nothing_is_asked_and_nothing_runs() throws InterruptedException {
    long mark = PLANE.audit().mark();
    long runs = runs();

    Thread.sleep(Duration.ofSeconds(10));

    assertThat(runs() - runs).isBetween(0L, RESYNCS);
    assertThat(ours(mark)).isEmpty();
  }

  @Test
  @Order(2)
  void a_push_to_one_tenant_runs_its_sync_and_writes_nothing_else() {
    String sync = fleet.nameOf("t7", "prod", "eu");
    long mark = PLANE.audit().mark();
    long runs = runs();

    overlay(7, "2").fleet().repository().push("Seven");

    awaitApplied("t7", head());
    awaitQuiet();
    assertThat(runs() - runs).isBetween(1L, 1 + RESYNCS);
    assertThat(ours(mark)).hasSizeLessThanOrEqualTo(5);
    assertThat(ours(mark).stream().filter(request -> request.contains("plumbline.dev")))
        .allMatch(
            request ->
                request.contains("/syncs/" + sync + "/status")
                    || request.contains("/repositories/fleet/status"));
  }

  @Test
  @Order(3)
  void who_was_not_touched_is_at_the_new_commit_and_nothing_says_so() {
    String before = applied().get("t8");

    overlay(7, "3").fleet().repository().push("Seven again");
    awaitApplied("t7", head());

    assertThat(applied().get("t8")).isEqualTo(before).doesNotContain(head());
    assertThat(position("t8", head())).isEqualTo(Position.THERE);
    assertThat(position("t7", head())).isEqualTo(Position.THERE);
    assertThat(position("t7", before.substring(before.lastIndexOf(':') + 1)))
        .as("it is further on")
        .isEqualTo(Position.THERE);
  }

  @Test
  @Order(4)
  void a_push_to_a_shared_base_runs_exactly_those_that_read_it() {
    long mark = PLANE.audit().mark();
    long runs = runs();

    base("red", "2");
    fleet.fleet().repository().push("Red");

    for (int i = 0; i < OF_RED; i++) {
      awaitApplied("t" + i, head());
    }
    awaitQuiet();
    assertThat(applied().values().stream().filter(revision -> revision.endsWith(head())))
        .hasSize(OF_RED);
    assertThat(runs() - runs).isBetween((long) OF_RED, OF_RED + RESYNCS);
    assertThat(ours(mark)).hasSizeLessThanOrEqualTo(5 * OF_RED);
  }

  @Test
  @Order(5)
  void a_push_that_one_tenant_cannot_use_is_not_where_that_one_is() {
    fleet
        .fleet()
        .repository()
        .write("tenants/t9/overlays/prod/kustomization.yaml", "resources: [nowhere]")
        .push("Bad");
    Await.until(
        "it says so",
        () -> fleet.sync("t9", "prod", "eu").text("status", "phase").orElse("").equals("Failed"));

    assertThat(position("t9", head())).isEqualTo(Position.NOT_YET);
    assertThat(position("t10", head())).isEqualTo(Position.THERE);
  }

  private static Position position(String tenant, String commit) {
    var name = fleet.fleet().name(fleet.nameOf(tenant, "prod", "eu"));
    return fleet.fleet().agent().position(name, commit);
  }

  private static String head() {
    return fleet.fleet().repository().head();
  }

  private static long runs() {
    return COUNTS.of("plumbline_sync_run");
  }

  /** The revision that is live, by Tenant. */
  private static Map<String, String> applied() {
    var path =
        "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs".formatted(fleet.fleet().namespace());
    var applied = new TreeMap<String, String>();
    PLANE.api().get(path).json().list("items").stream()
        .map(MapNode.class::cast)
        .forEach(
            sync ->
                applied.put(
                    sync.text("spec", "tenantRef", "name").orElseThrow(),
                    sync.text("status", "revision", "applied").orElse("")));
    return applied;
  }

  private static void awaitApplied(String tenant, String commit) {
    Await.until(
        tenant + " is at " + commit,
        () ->
            fleet
                .sync(tenant, "prod", "eu")
                .text("status", "revision", "applied")
                .orElse("")
                .endsWith(commit));
  }

  /** Each Sync waits for its resync only, and nothing is written for two seconds. */
  private static void awaitQuiet() {
    long[] last = {-1};
    Await.until(
        PATIENCE,
        "nothing goes on",
        () -> {
          long mark = PLANE.audit().mark();
          try {
            Thread.sleep(Duration.ofSeconds(2));
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          boolean quiet = ours(mark).isEmpty() && runs() == last[0];
          last[0] = runs();
          return quiet;
        });
  }

  /** What this agent sent since the mark, watches, events and what a resync asks apart. */
  private static List<String> ours(long mark) {
    return fleet.fleet().sent(mark).stream()
        .filter(entry -> !entry.verb().equals("watch"))
        .filter(
            entry ->
                entry.uri().contains("/" + fleet.app())
                    || entry.uri().contains("/" + fleet.fleet().namespace() + "/"))
        .map(entry -> entry.verb() + " " + entry.uri())
        .filter(request -> !request.contains("/events") && !isOfResync(request))
        .toList();
  }

  // It compares by dry runs, and looks first whether the account of its Tenant is there.
  private static boolean isOfResync(String request) {
    return request.contains("dryRun=All")
        || (request.startsWith("get ") && request.contains("/serviceaccounts/"));
  }

  private static void base(String name, String value) {
    fleet
        .fleet()
        .repository()
        .write("bases/%s/kustomization.yaml".formatted(name), "resources: [settings.yaml]\n")
        .write(
            "bases/%s/settings.yaml".formatted(name),
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: settings}
            data: {color: %s, value: "%s"}
            """
                .formatted(name, value));
  }

  private static TenantFleet overlay(int tenant, String value) {
    String folder = "tenants/t%d/overlays/prod/".formatted(tenant);
    fleet
        .fleet()
        .repository()
        .write(
            folder + "kustomization.yaml",
            """
            namespace: %s
            namePrefix: t%d-
            resources: [../../../../bases/%s, own.yaml]
            """
                .formatted(
                    fleet.namespaceOf("t" + tenant), tenant, tenant < OF_RED ? "red" : "blue"))
        .write(
            folder + "own.yaml",
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: own}
            data: {value: "%s"}
            """
                .formatted(value));
    return fleet;
  }
}
