package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.EnvironmentStatus;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.TenantInEnvironment;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Revision;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Looks at the Environments of one Tenant, one by one. */
final class Stages {
  private static final int SHORTEST_COMMIT = 7;

  private final HubObject<TenantSpec, TenantStatus> tenant;
  private final String directory;
  private final Landscape landscape;
  private final Set<Triple> there;

  /**
   * @param directory of the Tenant
   * @param there what the Syncs that were generated before are for
   */
  Stages(
      HubObject<TenantSpec, TenantStatus> tenant,
      String directory,
      Landscape landscape,
      Set<Triple> there) {
    this.tenant = tenant;
    this.directory = directory;
    this.landscape = landscape;
    this.there = there;
  }

  List<Stage> all() {
    TenantSpec spec = tenant.spec();
    List<String> names =
        spec.environments().isEmpty()
            ? landscape.environments(spec.environmentSelector())
            : spec.environments().stream().distinct().toList();
    return names.stream().map(this::stage).toList();
  }

  private Stage stage(String name) {
    return switch (landscape.environment(name)) {
      case Lookup.Absent<EnvironmentSpec, EnvironmentStatus>() -> absent(name);
      case Lookup.Malformed<EnvironmentSpec, EnvironmentStatus> malformed ->
          nothing(name, Set.of(), malformed.sentence());
      case Lookup.Found<EnvironmentSpec, EnvironmentStatus>(var found) ->
          found.deleting() ? absent(name) : stage(name, found.spec());
    };
  }

  private Stage stage(String name, EnvironmentSpec environment) {
    var selected = Set.copyOf(landscape.targets(environment.targets()));
    String repository = tenant.spec().repositoryRef().name();
    if (!environment.repositoryRef().name().equals(repository)) {
      return nothing(
          name,
          selected,
          "Environment %s is delivered from Repository %s, the Tenant is in %s"
              .formatted(name, environment.repositoryRef().name(), repository));
    }
    String path = Paths.join(directory, environment.overlay());
    var seen = new Seen(name, path, environment.branch(), selected);
    return switch (landscape.directories().at(repository, environment.branch(), path)) {
      case Presence.There() -> seen.there();
      case Presence.Unknown(String why) -> seen.unknown(why);
      case Presence.Missing(Revision at) -> missing(seen, at);
    };
  }

  /** An Environment that can be delivered, and what it selects. */
  private record Seen(String name, String path, String branch, Set<String> selected) {
    Stage there() {
      return of(selected, Set.of(), false, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Stage unknown(String why) {
      return of(Set.of(), selected, false, Optional.empty(), Optional.of(why), Optional.of(why));
    }

    // Without a revision: each push would change the words of every Tenant that is not there.
    Stage missing() {
      String message = "branch %s has no directory %s".formatted(branch, Paths.written(path));
      return of(
          Set.of(), Set.of(), false, Optional.empty(), Optional.empty(), Optional.of(message));
    }

    Stage held(String since) {
      String message =
          ("the directory %s is gone since %s: what is live stays until the Tenant is annotated"
                  + " with %s: %s, or the directory is back")
              .formatted(
                  Paths.written(path), since, Marks.ALLOW_PRUNE, since.replaceFirst("^.*:", ""));
      return of(
          Set.of(), selected, true, Optional.of(since), Optional.empty(), Optional.of(message));
    }

    private Stage of(
        Set<String> wanted,
        Set<String> kept,
        boolean held,
        Optional<String> since,
        Optional<String> unknown,
        Optional<String> message) {
      return new Stage(name, path, branch, wanted, kept, held, since, unknown, message);
    }
  }

  // An overlay that never was is no mistake: the Tenant is not in this Environment. One that was
  // delivered and is gone would take everything with it, and looks like an accident.
  private Stage missing(Seen seen, Revision at) {
    boolean delivered =
        seen.selected().stream()
            .anyMatch(t -> there.contains(new Triple(tenant.name().name(), seen.name(), t)));
    if (!delivered) {
      return seen.missing();
    }
    String since = sinceBefore(seen.name()).orElse(at.toString());
    return allowed(since) ? seen.missing() : seen.held(since);
  }

  private Optional<String> sinceBefore(String environment) {
    return tenant.status().environments().stream()
        .filter(before -> before.name().equals(environment))
        .map(TenantInEnvironment::missingSince)
        .filter(Objects::nonNull)
        .findFirst();
  }

  // A word for one revision: the commit, in full or as people shorten it, or as the status has it.
  private boolean allowed(String since) {
    String word = tenant.annotations().get(Marks.ALLOW_PRUNE);
    String commit = since.substring(since.lastIndexOf(':') + 1);
    return word != null
        && (word.equals(since) || (word.length() >= SHORTEST_COMMIT && commit.startsWith(word)));
  }

  private Stage absent(String name) {
    return nothing(name, Set.of(), "Environment %s does not exist".formatted(name));
  }

  private static Stage nothing(String name, Set<String> kept, String message) {
    return new Stage(
        name,
        "",
        "",
        Set.of(),
        kept,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.of(message));
  }
}
