package dev.plumbline.cli;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.apply.Consents;
import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Draft;
import dev.plumbline.apply.Forecast;
import dev.plumbline.apply.Grant;
import dev.plumbline.apply.Inventory;
import dev.plumbline.apply.Plan;
import dev.plumbline.apply.Settings;
import dev.plumbline.cli.Comparison.Finding;
import dev.plumbline.hub.HubObject;
import dev.plumbline.kube.KubeException;
import dev.plumbline.model.Clock;
import dev.plumbline.render.Rendered;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the agent would do with a Sync's files, by the agent's own rules: the same planner, the
 * Sync's settings within its Tenant's bounds, and what other Syncs have.
 *
 * @param sync the Sync
 * @param tenant its Tenant; empty for none, and for one that may not be read
 * @param owned what it has on the target
 * @param hubId the installation it is of; empty for an unknown one
 * @param home where the agent's own objects are
 * @param places where other Syncs are looked for
 */
record Foresight(
    HubObject<SyncSpec, SyncStatus> sync,
    Optional<TenantSpec> tenant,
    Inventory owned,
    String hubId,
    String home,
    Places places) {

  /**
   * What becomes of each object.
   *
   * @param held why nothing of it would be carried out; empty where it would
   */
  record Seen(List<Finding> findings, Optional<String> held) {
    Seen {
      findings = List.copyOf(findings);
    }
  }

  Seen of(Rendered rendered, Path root, Session target) throws IOException, InterruptedException {
    var marks = new dev.plumbline.apply.Marks(hubId, sync.name());
    try {
      var desires = new Desires(target.cluster().discovery(), marks);
      Desired desired = desires.of(DiffCommand.sourcesOf(rendered));
      Grant grant = grant();
      var peers = new LocalPeers(places, sync, root, desires, grant);
      Settings settings = settings(desired);
      var forecast =
          new Forecast(
              target.cluster(), target.connection().watches(), marks, peers, Clock.system());
      Draft draft = forecast.of(desired, owned, settings, grant);
      var comparison = new Comparison(target, settings.claims().force());
      return switch (Plan.of(draft, settings)) {
        case Plan.Verdict.Go _ ->
            new Seen(new Prediction(comparison, desired, "prune").of(draft), Optional.empty());
        case Plan.Verdict.OverBudget over ->
            new Seen(
                new Prediction(comparison, desired, "prune, beyond the budget").of(draft),
                Optional.of(sentence(over)));
      };
    } catch (KubeException e) {
      throw target.mayNot(e);
    } catch (IOException e) {
      throw target.told(e);
    }
  }

  private Settings settings(Desired desired) {
    SyncSpec.Prune own = sync.spec().prune();
    Optional<SyncSpec.Prune> bound = tenant.map(TenantSpec::prune);
    int allowance = Consents.allowance(own, bound, desired, owned.size());
    SyncSpec.Prune prune = bound.map(own::within).orElse(own);
    return Consents.settings(sync.spec(), prune, false, allowance, false);
  }

  private Grant grant() {
    if (tenant.isEmpty()) {
      return Grant.EVERYTHING;
    }
    TenantSpec spec = tenant.get();
    var claim = new Grant.Claim(sync.spec().tenantRef().name(), spec.namespaces());
    return new Grant.OfTenant(
        claim,
        List.of(),
        spec.allow().clusterResources(),
        spec.allow().kinds(),
        Set.of(home),
        Map.of());
  }

  private static String sentence(Plan.Verdict.OverBudget over) {
    return ("PruneBudgetExceeded: it would delete %d objects, %d are allowed at once. Nothing would"
            + " be delivered until the Sync is annotated with %s: <commit>")
        .formatted(over.wouldPrune().size(), over.allowed(), Marks.ALLOW_PRUNE);
  }
}
