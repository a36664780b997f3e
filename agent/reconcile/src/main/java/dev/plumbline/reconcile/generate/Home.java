package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.hub.Lookup;

/** Where the directory of a Tenant is. */
public sealed interface Home {

  /**
   * @param directory without {@code ./}; {@code ""} is the root
   */
  record At(String directory) implements Home {
    /** Whether a path of the repository, as people write it, is this directory or inside it. */
    public boolean holds(String path) {
      String inside = Paths.join(path);
      return directory.isEmpty() || inside.equals(directory) || inside.startsWith(directory + "/");
    }
  }

  /** Somebody has to change something. */
  record Nowhere(String reason, String message) implements Home {}

  /**
   * @param tenant its name
   */
  static Home of(
      String tenant, TenantSpec spec, Lookup<RepositorySpec, RepositoryStatus> repository) {
    String name = spec.repositoryRef().name();
    return switch (repository) {
      case Lookup.Absent<RepositorySpec, RepositoryStatus>() ->
          new Nowhere("RepositoryNotFound", "Repository %s does not exist".formatted(name));
      case Lookup.Malformed<RepositorySpec, RepositoryStatus> malformed ->
          new Nowhere("RepositoryMalformed", malformed.sentence());
      case Lookup.Found<RepositorySpec, RepositoryStatus>(var found) -> {
        if (spec.path() != null) {
          yield new At(Paths.join(spec.path()));
        }
        String pattern = found.spec().tenants();
        yield pattern == null
            ? new Nowhere(
                "DirectoryUnknown",
                ("Repository %s does not say where Tenants are: give it tenants: tenants/{tenant},"
                        + " or the Tenant a path")
                    .formatted(name))
            : new At(Paths.join(pattern.replace(RepositorySpec.TENANT, tenant)));
      }
    };
  }
}
