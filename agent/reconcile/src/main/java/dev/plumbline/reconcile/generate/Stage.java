package dev.plumbline.reconcile.generate;

import dev.plumbline.api.v1alpha1.TenantInEnvironment;
import java.util.Optional;
import java.util.Set;

/**
 * What a Tenant is to have in one Environment.
 *
 * @param path the directory that is delivered
 * @param branch the branch it is delivered from; empty where nothing is
 * @param wanted the Targets that are to have a Sync
 * @param kept the Targets whose Syncs stay as they are, if there are any
 * @param held whether a person has to look before those that are kept go
 * @param missingSince the revision the directory is gone since
 * @param unknown what could not be found out yet
 * @param message what people should know
 */
record Stage(
    String environment,
    String path,
    String branch,
    Set<String> wanted,
    Set<String> kept,
    boolean held,
    Optional<String> missingSince,
    Optional<String> unknown,
    Optional<String> message) {

  /** For the status. */
  TenantInEnvironment told(int syncs) {
    return new TenantInEnvironment(
        environment, Paths.written(path), syncs, missingSince.orElse(null), message.orElse(null));
  }
}
