package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Peers;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The Syncs of the same tenant on the same target as one that runs. What they render is found out
 * now, from the newest revision: whether they ran already does not matter. Nobody asks unless an
 * object left a Sync or bears another's marks.
 */
final class Siblings implements Peers {
  private final Hub hub;
  private final Renderings renderings;
  private final Consumer<Name> wake;
  private final HubObject<SyncSpec, SyncStatus> self;
  private final Desires desires;
  private final Map<Name, Optional<Set<ObjectKey>>> known = new HashMap<>();

  Siblings(
      Hub hub,
      Renderings renderings,
      Consumer<Name> wake,
      HubObject<SyncSpec, SyncStatus> self,
      Desires desires) {
    this.hub = hub;
    this.renderings = renderings;
    this.wake = wake;
    this.self = self;
    this.desires = desires;
  }

  @Override
  public Optional<Name> claimant(ObjectKey key) throws IOException {
    for (HubObject<SyncSpec, SyncStatus> sibling : all()) {
      if (renders(sibling).filter(keys -> keys.contains(key)).isPresent()) {
        return Optional.of(sibling.name());
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean claims(Name sync, ObjectKey key) throws IOException {
    return says(sync, key, true);
  }

  // Nobody is left to release what a Sync that is gone left behind.
  @Override
  public boolean releases(Name sync, ObjectKey key) throws IOException {
    return switch (hub.syncs().lookup(sync)) {
      case Lookup.Absent<SyncSpec, SyncStatus>() -> hub.covers(sync.namespace());
      case Lookup.Malformed<SyncSpec, SyncStatus> ignored -> false;
      case Lookup.Found<SyncSpec, SyncStatus> ignored -> says(sync, key, false);
    };
  }

  @Override
  public void tell(Name sync) {
    wake.accept(sync);
  }

  private boolean says(Name sync, ObjectKey key, boolean rendered) throws IOException {
    Optional<HubObject<SyncSpec, SyncStatus>> sibling = hub.syncs().get(sync).filter(this::isOne);
    return sibling.isPresent()
        && renders(sibling.get()).filter(keys -> keys.contains(key) == rendered).isPresent();
  }

  private List<HubObject<SyncSpec, SyncStatus>> all() {
    return hub.syncs().all().stream().filter(this::isOne).toList();
  }

  private boolean isOne(HubObject<SyncSpec, SyncStatus> other) {
    return !other.name().equals(self.name()) && other.spec().isPeerOf(self.spec());
  }

  private Optional<Set<ObjectKey>> renders(HubObject<SyncSpec, SyncStatus> sibling)
      throws IOException {
    Optional<Set<ObjectKey>> found = known.get(sibling.name());
    if (found == null) {
      found = renderings.of(sibling, desires);
      known.put(sibling.name(), found);
    }
    return found;
  }
}
