package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the Sync that delivers a directory to a Target. */
final class SyncOf {
  private static final int MOST_NAMED = 5;

  private final Places places;
  private final String repository;

  /**
   * @param repository the Repository it delivers from; null for any
   */
  SyncOf(Places places, String repository) {
    this.places = places;
    this.repository = repository;
  }

  /**
   * @param what as the person named the directory
   */
  Optional<MapNode> directory(LocalTree tree, String target, String what) throws IOException {
    List<MapNode> syncs =
        places.syncs().stream()
            .filter(sync -> !places.isSaid() || isIn(sync, places.namespace()))
            .filter(sync -> sync.text("spec", "targetRef", "name").orElse("").equals(target))
            .filter(sync -> normal(sync.text("spec", "path").orElse(".")).equals(tree.path()))
            .filter(sync -> repository == null || source(sync).equals(repository))
            .toList();
    if (syncs.size() > 1) {
      syncs = ofThisClone(syncs, GitRemotes.of(tree.root()));
    }
    if (syncs.size() > 1) {
      throw ambiguous(syncs, target, what);
    }
    return syncs.stream().findFirst();
  }

  static String normal(String path) {
    String plain = Path.of(path).normalize().toString();
    return plain.equals(".") ? "" : plain;
  }

  private static boolean isIn(MapNode sync, String namespace) {
    return Asked.fullNameOf(sync).namespace().equals(namespace);
  }

  private static String source(MapNode sync) {
    return sync.text("spec", "source", "name").orElse("");
  }

  // All of them where the clone does not tell.
  private List<MapNode> ofThisClone(List<MapNode> syncs, GitRemotes remotes) {
    List<MapNode> ours =
        syncs.stream()
            .filter(
                sync ->
                    places.referred(
                                ShownKind.REPOSITORIES,
                                source(sync),
                                Asked.fullNameOf(sync).namespace())
                            instanceof Referred.Seen(var found)
                        && remotes.contain(found.text("spec", "url").orElse("")))
            .toList();
    return ours.isEmpty() ? syncs : ours;
  }

  private static Failure ambiguous(List<MapNode> syncs, String target, String what) {
    String candidates =
        syncs.stream()
            .limit(MOST_NAMED)
            .map(
                sync ->
                    "%s (Repository %s, %s)"
                        .formatted(Asked.fullNameOf(sync), source(sync), reference(sync)))
            .collect(Collectors.joining(", "));
    return Failure.refused(
        "%d Syncs deliver %s to %s: %s%s; give --repository or -n, or name one"
            .formatted(
                syncs.size(),
                what,
                target,
                candidates,
                syncs.size() > MOST_NAMED ? " and others" : ""));
  }

  private static String reference(MapNode sync) {
    for (String how : List.of("commit", "semver", "tag", "branch")) {
      Optional<String> reference = sync.text("spec", "source", how);
      if (reference.isPresent()) {
        return how + " " + reference.get();
      }
    }
    return "its default branch";
  }
}
