package dev.plumbline.cli;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.apply.Desires;
import dev.plumbline.apply.Grant;
import dev.plumbline.apply.Peers;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubReader;
import dev.plumbline.hub.Lookup;
import dev.plumbline.kustomize.KustomizeOptions;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.render.Rendered;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The Syncs of the same tenant on the same target, and what they want by the files that are
 * compared. Of one that delivers from elsewhere nothing is known, so nothing moves to or from it.
 */
final class LocalPeers implements Peers {
  private final Map<Name, Optional<Set<ObjectKey>>> known = new HashMap<>();
  private final Places places;
  private final HubObject<SyncSpec, SyncStatus> self;
  private final Path root;
  private final Desires desires;
  private final Grant grant;

  private Map<Name, Peer> peers;

  /** A Sync, and the whole object. */
  private record Peer(HubObject<SyncSpec, SyncStatus> sync, MapNode body) {}

  /**
   * @param root of the files
   */
  LocalPeers(
      Places places,
      HubObject<SyncSpec, SyncStatus> self,
      Path root,
      Desires desires,
      Grant grant) {
    this.places = places;
    this.self = self;
    this.root = root;
    this.desires = desires;
    this.grant = grant;
  }

  // Nobody asks unless an object left a Sync or bears another's marks.
  private Map<Name, Peer> peers() {
    if (peers == null) {
      peers = new LinkedHashMap<>();
      for (MapNode body : places.syncs()) {
        if (HubReader.sync(body) instanceof Lookup.Found<SyncSpec, SyncStatus>(var sync)
            && !sync.name().equals(self.name())
            && sync.spec().isPeerOf(self.spec())) {
          peers.put(sync.name(), new Peer(sync, body));
        }
      }
    }
    return peers;
  }

  @Override
  public Optional<Name> claimant(ObjectKey key) throws IOException {
    for (Name sync : peers().keySet()) {
      if (says(sync, key, true)) {
        return Optional.of(sync);
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean claims(Name sync, ObjectKey key) throws IOException {
    return says(sync, key, true);
  }

  // One that is not seen may be there, where the person may not look.
  @Override
  public boolean releases(Name sync, ObjectKey key) throws IOException {
    return says(sync, key, false);
  }

  @Override
  public void tell(Name sync) {
    // Nothing waits: this only asks.
  }

  private boolean says(Name sync, ObjectKey key, boolean rendered) throws IOException {
    Peer peer = peers().get(sync);
    if (peer == null) {
      return false;
    }
    Optional<Set<ObjectKey>> found = known.get(sync);
    if (found == null) {
      found = renders(peer);
      known.put(sync, found);
    }
    return found.filter(keys -> keys.contains(key) == rendered).isPresent();
  }

  private Optional<Set<ObjectKey>> renders(Peer peer) throws IOException {
    HubObject<SyncSpec, SyncStatus> sync = peer.sync();
    Path directory = root.resolve(sync.spec().directory());
    boolean here =
        sync.spec().source().equals(self.spec().source()) && Files.isDirectory(directory);
    if (sync.deleting()) {
      return Optional.of(Set.of());
    }
    if (!here || sync.spec().suspended(Clock.system().now())) {
      return Optional.empty();
    }
    var settings = SyncSettings.of(peer.body());
    return LocalTree.at(directory).render(KustomizeOptions.DEFAULT, settings)
            instanceof Rendered rendered
        ? Optional.of(allowed(desires.keys(DiffCommand.sourcesOf(rendered))))
        : Optional.empty();
  }

  private Set<ObjectKey> allowed(Set<ObjectKey> keys) {
    return keys.stream()
        .filter(key -> grant.refusal(key).isEmpty())
        .collect(Collectors.toUnmodifiableSet());
  }
}
