package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.OperationId;
import dev.plumbline.model.Revision;
import dev.plumbline.source.git.FetchOutcome;
import dev.plumbline.source.git.GitAccess;
import dev.plumbline.source.git.GitLimits;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.source.git.GitSource;
import dev.plumbline.source.git.GitUrl;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** 300 Tenants in three Environments on four Targets each. */
final class GeneratesForManyTenantsTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static final int TENANTS = 300;
  private static final int SYNCS = TENANTS * 3 * 4;

  @TempDir private Path data;

  @Test
  void all_of_them_once_and_then_rests(TestReporter reporter) throws Exception {
    try (var fleet = new TenantFleet(PLANE)) {
      declare(fleet);
      Hub hub =
          Hub.open(
              fleet.fleet().hub(),
              new Hub.Options(fleet.fleet().namespace(), "test", Clock.system(), Metrics.none()));
      try (hub;
          var repositories =
              new GitRepositories(data, GitLimits.DEFAULT, Clock.system(), Metrics.none());
          var generator = generator(fleet, hub, repositories)) {
        assertThat(hub.awaitSynced(Duration.ofSeconds(20))).isTrue();
        long since = System.nanoTime();
        generator.follow();

        Await.until(
            Duration.ofMinutes(2), "all are there", () -> hub.syncs().all().size() == SYNCS);

        var took = Duration.ofNanos(System.nanoTime() - since);
        reporter.publishEntry("%d Syncs took".formatted(SYNCS), took.toString());
        rests(fleet, hub, generator);
      }
    }
  }

  private static void rests(TenantFleet fleet, Hub hub, Generator generator) throws Exception {
    Await.until(
        Duration.ofMinutes(1),
        "nothing is due",
        () -> generator.depths().values().stream().allMatch(d -> d == 0));
    Await.until(
        "the statuses tell of it",
        () ->
            hub.tenants().all().stream()
                .allMatch(
                    tenant ->
                        tenant.status().syncs() != null && tenant.status().syncs().total() == 12));
    long mark = PLANE.audit().mark();

    // Everybody has to look again, and nobody has anything to do.
    fleet.kubectl("label", "target", "dev-0", "other=1");
    Thread.sleep(Duration.ofSeconds(5));

    assertThat(
            fleet.fleet().sent(mark).stream()
                .filter(entry -> !entry.verb().equals("watch"))
                .map(entry -> entry.verb() + " " + entry.uri()))
        .isEmpty();
  }

  private static void declare(TenantFleet fleet) throws Exception {
    for (String stage : Set.of("dev", "staging", "prod")) {
      fleet.environment(stage, "env: " + stage);
      for (int i = 0; i < 4; i++) {
        fleet.target(stage + "-" + i, "env: " + stage);
      }
      for (int i = 0; i < TENANTS; i++) {
        fleet.overlay("t" + i, stage, "1");
      }
    }
    fleet.fleet().repository().push("All");
    var made = new ArrayList<Callable<Object>>();
    String path =
        "/apis/plumbline.dev/v1alpha1/namespaces/%s/tenants".formatted(fleet.fleet().namespace());
    for (int i = 0; i < TENANTS; i++) {
      String body =
          """
          {"apiVersion": "plumbline.dev/v1alpha1", "kind": "Tenant", "metadata": {"name": "t%d"},
           "spec": {"repositoryRef": {"name": "fleet"}, "environments": ["dev", "staging", "prod"],
           "namespaces": ["%s"], "serviceAccount": {"namespace": "%s", "name": "plumbline"}}}"""
              .formatted(i, fleet.app(), fleet.app());
      made.add(() -> PLANE.api().created(path, body));
    }
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (Future<Object> one : threads.invokeAll(made)) {
        one.get();
      }
    }
  }

  private Generator generator(TenantFleet fleet, Hub hub, GitRepositories repositories)
      throws Exception {
    Name name = fleet.fleet().name("fleet");
    var source =
        new GitSource(
            name,
            GitUrl.parse(fleet.fleet().git().url("fleet")),
            GitAccess.anonymous(true),
            Set.of(new GitRef.Branch("main")));
    Map<GitRef, Revision> heads = ((FetchOutcome.Fetched) repositories.fetch(source)).heads();
    var sources = new Sources();
    sources.put(name, new RepositoryState(heads, Map.of(), Map.of(), Optional.empty()));
    Supplier<HubWriter> writer = () -> hub.writer(OperationId.next(Clock.system()), Fence.open());
    return new Generator(
        hub,
        fleet.fleet().namespace(),
        sources,
        repositories,
        writer,
        repository -> {},
        sync -> {},
        Clock.system());
  }
}
