package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * @param tenantRef null for a Sync that is nobody's but the platform's
 * @param targetNamespace null to leave namespaces as they are; so are the prefix and the suffix
 * @param commonMetadata null for none
 * @param preflight null: plans that change or delete something live are dry-run first
 * @param suspend null where nobody stopped it
 */
public record SyncSpec(
    @Field(doc = "Where the manifests come from.", required = true) SyncSource source,
    @Field(
            doc = "The directory in the source: plain manifests, or one with a kustomization.yaml.",
            initial = ".",
            max = 1024)
        @Rule(
            value = "!self.startsWith('/') && !self.split('/').exists(part, part == '..')",
            message = "path must be a directory inside the source, such as tenants/acme/prod")
        String path,
    @Field(
            doc = "Puts every namespaced object into this namespace, as kustomize's namespace.",
            max = 63)
        @Rule(
            value = "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
            message =
                "targetNamespace must be the name of a namespace: lower-case letters, digits and"
                    + " '-', at most 63")
        String targetNamespace,
    @Field(doc = "Put before the name of every object, as kustomize's namePrefix.", max = 200)
        @Rule(
            value = "self.matches('^[a-z0-9][-a-z0-9.]*$')",
            message =
                "namePrefix must be the beginning of a name: lower-case letters, digits, '-' and"
                    + " '.'")
        String namePrefix,
    @Field(doc = "Put after the name of every object, as kustomize's nameSuffix.", max = 200)
        @Rule(
            value = "self.matches('^[-a-z0-9.]*[a-z0-9]$')",
            message =
                "nameSuffix must be the end of a name: lower-case letters, digits, '-' and '.'")
        String nameSuffix,
    @Field(doc = "Labels and annotations for every object; they win over its own.")
        CommonMetadata commonMetadata,
    @Field(doc = "Other names, tags or digests for images.", max = 64, key = "name")
        List<Image> images,
    @Field(doc = "Patches, in their order.", max = 64) List<Patch> patches,
    @Field(
            doc = "Components of the same source, by their paths from the Sync's own path.",
            max = 32,
            each = 1024)
        @Rule(
            value =
                "self.all(path, path.size() > 0 && !path.startsWith('/') && !path.contains('://'))",
            message =
                "components must be directories of the source, from the Sync's path: ../components/debug")
        List<String> components,
    @Field(doc = "Fields that are left to others as soon as others own them.", max = 32)
        List<Ignore> ignore,
    @Field(doc = "The Target to deliver to, in the same namespace.", required = true)
        LocalRef targetRef,
    @Field(
            doc =
                "The Tenant it delivers for: its source, target and identity are looked up through"
                    + " it. In the namespace of the agent, also for a Sync in the Tenant's"
                    + " hubNamespace.")
        LocalRef tenantRef,
    @Field(
            doc =
                "Syncs that have to be ready, with what is newest for them, before a new revision"
                    + " of this one is delivered.",
            max = 64,
            key = "name")
        List<Dependency> dependsOn,
    @Field(doc = "What becomes of objects that left the source.", initial = "{}") Prune prune,
    @Field(
            name = "wait",
            doc =
                "Whether the Sync is Ready only when its objects are healthy, not already when they"
                    + " are applied.",
            initial = "true")
        boolean waits,
    @Field(
            doc = "How long objects may take to become healthy.",
            initial = "5m",
            from = "1s",
            to = "24h")
        Duration timeout,
    @Field(doc = "How long to pause after a failure.", initial = "{}") Retry retry,
    @Field(
            doc =
                "How often every object is compared in full. The safety net: changes are seen when"
                    + " they happen.",
            initial = "12h",
            from = "10s",
            to = "744h")
        Duration resync,
    @Field(
            doc =
                "What becomes of fields that another manager owns: Force takes them, Fail leaves"
                    + " them and holds the object back.",
            initial = "Force")
        Conflicts conflicts,
    @Field(
            doc =
                "Which objects are taken over that were there before: None, Labelled those that"
                    + " Flux, Argo CD, Helm or kubectl made, All any but those of other Syncs.",
            initial = "None")
        Adopt adopt,
    @Field(
            doc =
                "Whether a plan is dry-run as a whole before anything is written. Unset: plans that"
                    + " change or delete something live are.")
        Preflight preflight,
    @Field(
            doc =
                "What becomes of the objects when the Sync is deleted: Prune deletes them, Orphan"
                    + " leaves them, MirrorPrune does as prune.enabled says.",
            initial = "MirrorPrune")
        DeletionPolicy deletionPolicy,
    @Field(doc = "What is done about the writes of others.", initial = "{}") Drift drift,
    @Field(doc = "Stops the Sync: nothing is written to the target while this is set.")
        Suspend suspend) {

  /** What becomes of fields that another manager owns. */
  public enum Conflicts {
    FORCE,
    FAIL
  }

  /** Which objects are taken over that were there before. */
  public enum Adopt {
    NONE,
    LABELLED,
    ALL
  }

  /** When a plan is dry-run first. */
  public enum Preflight {
    ALWAYS,
    NEVER
  }

  /** What becomes of the objects when the Sync is deleted. */
  public enum DeletionPolicy {
    PRUNE,
    ORPHAN,
    MIRROR_PRUNE
  }

  /** The path as a source tree knows it: without {@code ./}, empty for the root. */
  public String directory() {
    return Arrays.stream(path.split("/", -1))
        .filter(part -> !part.isEmpty() && !part.equals("."))
        .collect(Collectors.joining("/"));
  }

  /** Whether objects may move between the two: they are of one tenant and on one target. */
  public boolean isPeerOf(SyncSpec other) {
    return targetRef.equals(other.targetRef) && Objects.equals(tenantRef, other.tenantRef);
  }

  /** Whether somebody stopped it, and the time he gave is not over. */
  public boolean suspended(Instant now) {
    return suspend != null && (suspend.until == null || now.isBefore(suspend.until));
  }

  /** Whether the objects go with the Sync. */
  public boolean prunesOnDeletion() {
    return switch (deletionPolicy) {
      case PRUNE -> true;
      case ORPHAN -> false;
      case MIRROR_PRUNE -> prune.enabled;
    };
  }

  /** What may be deleted, and how much of it at once. */
  public record Prune(
      @Field(doc = "Whether objects that left the source are deleted.", initial = "true")
          boolean enabled,
      @Field(
              doc =
                  "The most objects one revision may delete: a number, or a percentage of the"
                      + " Sync's objects that never means fewer than 10. More waits for the"
                      + " annotation plumbline.dev/allow-prune: <revision>.",
              initial = "20%",
              max = 8,
              orNumber = true)
          @Rule(
              value =
                  "type(self) == int ? self >= 0 && self <= 100000 :"
                      + " self.matches('^(100|[0-9]{1,2})%$|^[0-9]{1,5}$')",
              message = "budget must be a number of objects from 0 to 100000, or a percentage: 20%")
          String budget,
      @Field(doc = "Whether Namespaces may be deleted, with all in them.", initial = "false")
          boolean namespaces,
      @Field(doc = "Whether claims of storage may be deleted, with the data.", initial = "false")
          boolean persistentVolumeClaims,
      @Field(
              doc = "Whether definitions may be deleted, with all objects of their kinds.",
              initial = "false")
          boolean customResourceDefinitions,
      @Field(
              doc = "Whether objects may be deleted that were there before and were adopted.",
              initial = "false")
          boolean adopted) {
    private static final int SMALL = 10;

    /** What may be deleted where another word has to agree; the budget is this one's. */
    public Prune within(Prune bound) {
      return new Prune(
          enabled && bound.enabled,
          budget,
          namespaces && bound.namespaces,
          persistentVolumeClaims && bound.persistentVolumeClaims,
          customResourceDefinitions && bound.customResourceDefinitions,
          adopted && bound.adopted);
    }

    /** How many of {@code total} objects one revision may delete. */
    public int allowance(int total) {
      if (!budget.endsWith("%")) {
        return Integer.parseInt(budget);
      }
      long percent = Long.parseLong(budget.substring(0, budget.length() - 1));
      return (int) Math.max(SMALL, total * percent / 100);
    }
  }

  /**
   * @param extra null: what is weighty is told of
   */
  public record Drift(
      @Field(
              doc =
                  "What is done about fields of ours that others change: Repair puts them back, Warn"
                      + " tells of them and leaves them until Git changes the object.",
              initial = "Repair")
          Owned owned,
      @Field(
              doc =
                  "What is done about fields that others add beside ours: Report tells of them,"
                      + " Remove takes them out, Ignore leaves them alone. Unset: those in pod"
                      + " specs, Services, RBAC and ownerReferences are told of. Labels,"
                      + " annotations and the status are never counted.")
          Extra extra) {

    /** What is done about fields of ours that others change. */
    public enum Owned {
      REPAIR,
      WARN
    }

    /** What is done about fields beside ours. */
    public enum Extra {
      IGNORE,
      REPORT,
      REMOVE
    }
  }

  /** Pauses after failures: the first, doubling up to the longest. */
  @Rule(
      value = "!has(self.min) || !has(self.max) || duration(self.min) <= duration(self.max)",
      message = "retry.min must not be longer than retry.max")
  public record Retry(
      @Field(doc = "The first pause.", initial = "1s", from = "100ms", to = "24h") Duration min,
      @Field(doc = "The longest pause.", initial = "5m", from = "100ms", to = "24h")
          Duration max) {}

  /**
   * @param by null, or who stopped it
   * @param reason null, or why
   * @param until null for no end
   */
  public record Suspend(
      @Field(doc = "Who stopped it.", max = 253) String by,
      @Field(doc = "Why.", max = 1024) String reason,
      @Field(doc = "When it goes on by itself; without it, when this is removed.") Instant until) {

    /** For people: {@code by alice until 2026-12-01T08:00:00Z: freeze}. */
    public String sentence() {
      return "suspended"
          + Optional.ofNullable(by).map(who -> " by " + who).orElse("")
          + Optional.ofNullable(until).map(end -> " until " + end).orElse("")
          + Optional.ofNullable(reason).map(why -> ": " + why).orElse("");
    }
  }
}
