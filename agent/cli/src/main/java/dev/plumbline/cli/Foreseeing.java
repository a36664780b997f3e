package dev.plumbline.cli;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.apply.Entry;
import dev.plumbline.apply.Inventory;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubReader;
import dev.plumbline.hub.Lookup;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/** Gathers from the hub what a {@link Foresight} needs, as far as the person may read it. */
final class Foreseeing {
  private final Session hub;
  private final Places places;
  private final Consumer<String> note;

  /**
   * @param note told what could not be looked at
   */
  Foreseeing(Session hub, Places places, Consumer<String> note) {
    this.hub = hub;
    this.places = places;
    this.note = note;
  }

  /**
   * @param on the Target's cluster
   */
  Foresight of(MapNode body, Referred target, Session on) {
    HubObject<SyncSpec, SyncStatus> sync =
        switch (HubReader.sync(body)) {
          case Lookup.Found<SyncSpec, SyncStatus>(var found) -> found;
          case Lookup.Malformed<SyncSpec, SyncStatus> no -> throw Failure.refused(no.sentence());
          case Lookup.Absent<SyncSpec, SyncStatus> _ -> throw new IllegalStateException();
        };
    String home =
        target instanceof Referred.Seen(var object)
            ? Asked.fullNameOf(object).namespace()
            : places.home();
    Inventory owned = Owned.by(body, hub);
    String hubId = hubId(home, sync, owned, on);
    return new Foresight(sync, tenant(sync), owned, hubId, home, places);
  }

  private Optional<TenantSpec> tenant(HubObject<SyncSpec, SyncStatus> sync) {
    if (sync.spec().tenantRef() == null) {
      return Optional.empty();
    }
    String name = sync.spec().tenantRef().name();
    return switch (places.referred(ShownKind.TENANTS, name, sync.name().namespace())) {
      case Referred.Hidden(String _, String why) -> {
        note.accept("what Tenant %s allows is not looked at: %s".formatted(name, why));
        yield Optional.empty();
      }
      case Referred.Seen(var body) ->
          switch (HubReader.tenant(body)) {
            case Lookup.Found<TenantSpec, TenantStatus>(var tenant) -> Optional.of(tenant.spec());
            case Lookup.Malformed<TenantSpec, TenantStatus> no ->
                throw Failure.refused(no.sentence());
            case Lookup.Absent<TenantSpec, TenantStatus> _ -> Optional.empty();
          };
    };
  }

  // Not everybody may read the ConfigMap, and an agent may be told its id; then it is the label of
  // what this Sync has. Without that nothing is this Sync's yet.
  private String hubId(
      String home, HubObject<SyncSpec, SyncStatus> sync, Inventory owned, Session on) {
    return inConfigMap(home).or(() -> labelled(sync, owned, on)).orElse("");
  }

  private Optional<String> inConfigMap(String home) {
    try {
      return new HubReader(hub.cluster()).hubId(home);
    } catch (KubeException e) {
      if (e.refusal().cause() == Cause.FORBIDDEN) {
        return Optional.empty();
      }
      throw hub.told(e);
    } catch (IOException e) {
      throw hub.told(e);
    }
  }

  private static Optional<String> labelled(
      HubObject<SyncSpec, SyncStatus> sync, Inventory owned, Session on) {
    for (Entry entry : owned.entries()) {
      try {
        Optional<Meta> meta = on.cluster().meta(entry.key());
        boolean ours =
            entry.merged()
                || meta.filter(m -> sync.name().toString().equals(m.annotations().get(Marks.SYNC)))
                    .isPresent();
        Optional<String> hub = meta.map(found -> found.labels().get(Marks.HUB));
        if (ours && hub.isPresent()) {
          return hub;
        }
      } catch (KubeException e) {
        // Told when it is compared.
      } catch (IOException e) {
        throw on.told(e);
      }
    }
    return Optional.empty();
  }
}
