package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import java.io.IOException;
import java.util.List;

/** What can be suspended: Syncs, Targets, and Tenants, which means all Syncs of theirs. */
record Stops(ShownKind kind, List<Name> objects) {
  private static final int MOST = 50_000;

  static Stops of(List<String> words, String namespace, Session session) {
    var asked = Asked.of(words);
    if (asked.names().isEmpty()) {
      throw Failure.misused("say which: a Sync, target/NAME or tenant/NAME");
    }
    return switch (asked.kind()) {
      case SYNCS, TARGETS ->
          new Stops(
              asked.kind(), asked.names().stream().map(name -> new Name(namespace, name)).toList());
      case TENANTS -> new Stops(ShownKind.SYNCS, ofTenants(asked, namespace, session));
      case ENVIRONMENTS, REPOSITORIES ->
          throw Failure.misused(
              "%s cannot be suspended; Syncs, Targets and Tenants can"
                  .formatted(asked.kind().kinds()));
    };
  }

  private static List<Name> ofTenants(Asked tenants, String namespace, Session session) {
    return tenants.names().stream()
        .flatMap(tenant -> ofTenant(tenant, namespace, session).stream())
        .toList();
  }

  /** The Syncs of a Tenant, in the namespace where they live. */
  static List<Name> ofTenant(String tenant, String namespace, Session session) {
    MapNode found = new Edits(session, namespace).get(ShownKind.TENANTS, tenant);
    String home = found.text("spec", "hubNamespace").orElse(namespace);
    List<Name> syncs;
    try {
      syncs =
          session.cluster().listBodies(ShownKind.SYNCS.served(), home, "", MOST).stream()
              .filter(sync -> sync.text("spec", "tenantRef", "name").orElse("").equals(tenant))
              .map(sync -> new Name(home, Asked.nameOf(sync)))
              .toList();
    } catch (IOException e) {
      throw session.told(e);
    }
    if (syncs.isEmpty()) {
      throw Failure.refused("Tenant %s has no Syncs in namespace %s".formatted(tenant, home));
    }
    return syncs;
  }
}
