package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.apply.Adoption;
import dev.plumbline.apply.Claims;
import dev.plumbline.apply.Preflight;
import dev.plumbline.apply.Settings;
import dev.plumbline.apply.Settings.Consent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.model.Revision;
import java.util.EnumSet;
import java.util.Set;

/** What a person allowed a Sync to do, in its spec and by annotation. */
final class Consents {
  private static final int SHORTEST_COMMIT = 7;

  private Consents() {}

  /**
   * @param prune what may be deleted
   */
  static Settings settings(
      HubObject<SyncSpec, SyncStatus> sync,
      SyncSpec.Prune prune,
      Revision wanted,
      int allowance,
      boolean resync) {
    SyncSpec spec = sync.spec();
    return new Settings(
        prune.enabled(),
        allowance,
        allows(sync.annotations().get(Marks.ALLOW_PRUNE), wanted),
        granted(prune),
        mode(spec),
        resync,
        spec.drift().extra() == SyncSpec.Drift.Extra.REMOVE,
        claims(spec));
  }

  /**
   * A deleted Sync takes all it owns with it. What takes data with it needs its own word, and so
   * does what merely bears its marks.
   */
  static Settings farewell(SyncSpec.Prune prune) {
    return new Settings(
        true,
        Integer.MAX_VALUE,
        false,
        granted(prune),
        Preflight.Mode.NEVER,
        false,
        false,
        Claims.DEFAULT);
  }

  private static Set<Consent> granted(SyncSpec.Prune prune) {
    Set<Consent> consents = EnumSet.noneOf(Consent.class);
    if (prune.namespaces()) {
      consents.add(Consent.NAMESPACES);
    }
    if (prune.persistentVolumeClaims()) {
      consents.add(Consent.PERSISTENT_VOLUME_CLAIMS);
    }
    if (prune.customResourceDefinitions()) {
      consents.add(Consent.CUSTOM_RESOURCE_DEFINITIONS);
    }
    if (prune.adopted()) {
      consents.add(Consent.ADOPTED);
    }
    return consents;
  }

  private static Claims claims(SyncSpec spec) {
    Adoption adoption =
        switch (spec.adopt()) {
          case NONE -> Adoption.NONE;
          case LABELLED -> Adoption.LABELLED;
          case ALL -> Adoption.ALL;
        };
    return new Claims(
        spec.conflicts() == SyncSpec.Conflicts.FORCE,
        spec.drift().owned() == SyncSpec.Drift.Owned.REPAIR,
        adoption);
  }

  private static Preflight.Mode mode(SyncSpec spec) {
    if (spec.preflight() == null) {
      return Preflight.Mode.AUTO;
    }
    return switch (spec.preflight()) {
      case ALWAYS -> Preflight.Mode.ALWAYS;
      case NEVER -> Preflight.Mode.NEVER;
    };
  }

  // A word for one revision: the commit, in full or as people shorten it, or as statuses print it.
  private static boolean allows(String annotation, Revision revision) {
    return annotation != null
        && (annotation.equals(revision.toString())
            || annotation.equals(revision.brief())
            || (annotation.length() >= SHORTEST_COMMIT
                && revision.commit().startsWith(annotation)));
  }
}
