package dev.plumbline.apply;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.apply.Settings.Consent;
import dev.plumbline.model.Revision;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** What a person allowed a Sync to do, in its spec and by annotation. */
public final class Consents {
  private static final int SHORTEST_COMMIT = 7;

  private Consents() {}

  /**
   * @param prune what may be deleted
   * @param beyondBudget whether a person confirmed the prunes of this revision
   * @param allowance how many it may prune without that
   */
  public static Settings settings(
      SyncSpec spec, SyncSpec.Prune prune, boolean beyondBudget, int allowance, boolean resync) {
    return new Settings(
        prune.enabled(),
        allowance,
        beyondBudget,
        granted(prune),
        mode(spec),
        resync,
        spec.drift().extra() == SyncSpec.Drift.Extra.REMOVE,
        claims(spec));
  }

  /**
   * How many of {@code total} objects one revision may delete without a person's word.
   *
   * @param bound what the Tenant says, if there is one
   */
  public static int allowance(
      SyncSpec.Prune own, Optional<SyncSpec.Prune> bound, Desired desired, int total) {
    // Nothing rendered while something is live looks like an accident, whatever the budget is.
    if (desired.objects().isEmpty() && desired.unserved().isEmpty()) {
      return 0;
    }
    int mine = own.allowance(total);
    return bound.map(tenant -> Math.min(mine, tenant.allowance(total))).orElse(mine);
  }

  /**
   * A deleted Sync takes all it owns with it. What takes data with it needs its own word, and so
   * does what merely bears its marks.
   */
  public static Settings farewell(SyncSpec.Prune prune) {
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

  /** A word for one revision: the commit, in full or shortened, or as statuses print it. */
  public static boolean allows(String annotation, Revision revision) {
    return annotation != null
        && (annotation.equals(revision.toString())
            || annotation.equals(revision.brief())
            || (annotation.length() >= SHORTEST_COMMIT
                && revision.commit().startsWith(annotation)));
  }
}
