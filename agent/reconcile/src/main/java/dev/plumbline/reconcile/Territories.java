package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SeenNamespace;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Grant;
import dev.plumbline.apply.Inventory;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Refusal;
import dev.plumbline.reconcile.Namespaces.Space;
import dev.plumbline.reconcile.TargetState.Connected;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lets a tenant's Sync into namespaces. Its name alone lets it into one it meets for the first
 * time; after that the namespace is known by its uid. One that was made again may be somebody
 * else's: it stays closed until its label says that it is the tenant's (SEC-TEN-07).
 */
final class Territories {
  private final String hubId;

  Territories(String hubId) {
    this.hubId = hubId;
  }

  Territory of(Run run, Connected target, Desired desired, Inventory inventory)
      throws IOException, InterruptedException {
    return switch (run.given().grant()) {
      case Grant.Everything everything -> new Territory(everything, List.of());
      case Grant.OfTenant grant -> new Walk(run, target, grant).walk(desired, inventory);
    };
  }

  /** One look at all namespaces of one run. */
  private final class Walk {
    private final Run run;
    private final Connected target;
    private final Grant.OfTenant grant;
    private final String tenant;
    private final Map<String, String> before = new HashMap<>();
    private final Map<String, String> closed = new HashMap<>();
    private final List<SeenNamespace> seen = new ArrayList<>();

    Walk(Run run, Connected target, Grant.OfTenant grant) {
      this.run = run;
      this.target = target;
      this.grant = grant;
      this.tenant = grant.claim().tenant();
      run.sync()
          .status()
          .namespaces()
          .forEach(namespace -> before.put(namespace.name(), namespace.uid()));
    }

    Territory walk(Desired desired, Inventory inventory) throws IOException, InterruptedException {
      Set<String> wanted = new TreeSet<>();
      Set<String> brought = new TreeSet<>();
      desired
          .objects()
          .forEach(
              object -> {
                wanted.add(object.key().namespace());
                if (object.key().equals(Namespaces.key(object.key().name()))) {
                  brought.add(object.key().name());
                }
              });
      Set<String> all = new TreeSet<>(wanted);
      inventory.entries().forEach(entry -> all.add(entry.key().namespace()));
      all.remove("");
      for (String name : all) {
        if (grant.namespace(name).isEmpty()) {
          boolean make = wanted.contains(name) && !brought.contains(name);
          look(name, make);
        }
      }
      return new Territory(grant.closing(closed), seen);
    }

    private void look(String name, boolean make) throws IOException, InterruptedException {
      if (seen.size() == SyncStatus.MOST_NAMESPACES) {
        closed.put(
            name,
            "a Sync of a Tenant delivers into %d namespaces at most, and %s is one more"
                .formatted(SyncStatus.MOST_NAMESPACES, name));
        return;
      }
      Optional<Space> space = target.premises().namespaces().get(name);
      if (space.isPresent()) {
        judge(name, space.get());
      } else if (make && run.given().tenant().orElseThrow().spec().createNamespaces()) {
        make(name);
      } else if (make) {
        absent(name);
      } else {
        stays(name);
      }
    }

    // Nothing is delivered into a namespace whose uid was not seen before: it would not be pinned.
    private void absent(String name) throws IOException, InterruptedException {
      target.premises().namespaces().await(name, run.name());
      Optional<Space> meanwhile = target.premises().namespaces().get(name);
      if (meanwhile.isPresent()) {
        judge(name, meanwhile.get());
      } else {
        closed.put(
            name,
            "namespace %s does not exist, and Tenant %s has no createNamespaces"
                .formatted(name, tenant));
        stays(name);
      }
    }

    private void judge(String name, Space space) {
      String owner = space.labels().getOrDefault(Marks.TENANT, "");
      String known = before.get(name);
      boolean ours =
          owner.equals(tenant) || hubId.equals(space.labels().getOrDefault(Marks.HUB, ""));
      if (!owner.isEmpty() && !owner.equals(tenant)) {
        close(name, "namespace %s bears the label of Tenant %s".formatted(name, owner));
      } else if (known == null || known.equals(space.uid()) || ours) {
        seen.add(new SeenNamespace(name, space.uid()));
      } else if (space.deleting()) {
        stays(name);
      } else {
        close(
            name,
            "namespace %s was made again by somebody else; label it %s=%s to deliver into it"
                .formatted(name, Marks.TENANT, tenant));
      }
    }

    private void close(String name, String why) {
      closed.put(name, why);
      stays(name);
      target.premises().namespaces().await(name, run.name());
    }

    // What is known of it outlives it: who makes it again is not who made it first.
    private void stays(String name) {
      if (before.containsKey(name)) {
        seen.add(new SeenNamespace(name, before.get(name)));
      }
    }

    private void make(String name) throws IOException {
      switch (new Steward(target, run).make(name, tenant)) {
        case Answer.Done(var meta, var ignored) -> {
          target.premises().namespaces().made(meta);
          seen.add(new SeenNamespace(name, meta.uid()));
        }
        case Answer.Refused(Refusal no) when no.permanent() -> {
          closed.put(name, "namespace %s could not be made: %s".formatted(name, no.message()));
          stays(name);
        }
        case Answer.Refused(Refusal no) ->
            throw new IOException("could not make namespace %s: %s".formatted(name, no.message()));
        case Answer.Unknown(String why) ->
            throw new IOException("could not make namespace %s: %s".formatted(name, why));
      }
    }
  }
}
