package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * @param phase null before the first run
 * @param revision null before the first run
 * @param operation null before the first run
 * @param objects null before the first run
 * @param inventory null: it owns nothing
 * @param targetIdentity null before the first run
 * @param handled null: no annotation was acted on
 */
public record SyncStatus(
    @Field(doc = "The generation of the spec this is about.") Long observedGeneration,
    @Field(doc = "The state in one word.") Phase phase,
    @Field(
            doc =
                "Ready, and how far it came: Verified, Rendered, Applied, Healthy, InSync, Stalled.",
            max = 16,
            key = "type")
        List<Condition> conditions,
    @Field(doc = "What is wanted, and what is live.") Revisions revision,
    @Field(doc = "Id of the last run, as in logs and events.", max = 26) String operation,
    @Field(doc = "How many objects, in which state.") Objects objects,
    @Field(doc = "The last 20 times somebody changed what we own.", max = 20) List<Drift> drift,
    @Field(doc = "What others added to our objects, and is there now; the first 20.", max = 20)
        List<Extra> extra,
    @Field(doc = "Objects that are held back, and why; the first 50.", max = 50)
        List<Blocked> blocked,
    @Field(doc = "What the Sync owns on its target; written before anything is created or deleted.")
        StoredInventory inventory,
    @Field(doc = "The cluster it delivered to: the uid of its kube-system.", max = 64)
        String targetIdentity,
    @Field(doc = "The last 10 revisions that went live.", max = 10) List<Past> history,
    @Field(doc = "The annotations of people that were acted on.") Handled handled,
    @Field(
            doc = "The namespaces a Sync of a Tenant delivers into, by their uids.",
            max = SyncStatus.MOST_NAMESPACES,
            key = "name")
        List<SeenNamespace> namespaces) {
  public static final SyncStatus NONE =
      new SyncStatus(
          null, null, List.of(), null, null, null, List.of(), List.of(), List.of(), null, null,
          List.of(), null, List.of());

  /** How many namespaces a Sync of a Tenant may deliver into. */
  public static final int MOST_NAMESPACES = 100;

  private static final int DRIFTS = 20;
  private static final int EXTRAS = 20;
  private static final int BLOCKED = 50;
  private static final int HISTORY = 10;

  /** The state in one word. */
  public enum Phase {
    PENDING,
    VERIFYING,
    RENDERING,
    BLOCKED,
    APPLYING,
    WAITING,
    READY,
    DEGRADED,
    FAILED,
    SUSPENDED
  }

  public SyncStatus {
    conditions = Bounds.first(conditions, 16);
    operation = Bounds.text(operation, 26);
    drift = Bounds.last(drift, DRIFTS);
    extra = Bounds.first(extra, EXTRAS);
    blocked = Bounds.first(blocked, BLOCKED);
    targetIdentity = Bounds.text(targetIdentity, 64);
    history = Bounds.last(history, HISTORY);
    namespaces = Bounds.first(namespaces, MOST_NAMESPACES);
  }

  /** This status with another inventory; null for none. */
  public SyncStatus withInventory(StoredInventory stored) {
    return new SyncStatus(
        observedGeneration,
        phase,
        conditions,
        revision,
        operation,
        objects,
        drift,
        extra,
        blocked,
        stored,
        targetIdentity,
        history,
        handled,
        namespaces);
  }

  /**
   * @param wanted null, or {@code main@sha1:…}
   * @param applied null before something went live
   * @param verifiedBy null where no trust is configured
   * @param rendered null, or {@code sha256:…} of what the source renders to
   */
  public record Revisions(
      @Field(doc = "The newest revision of the source.", max = 320) String wanted,
      @Field(doc = "The revision that is live.", max = 320) String applied,
      @Field(doc = "Who vouched for it.", max = 320) String verifiedBy,
      @Field(doc = "Digest of what it renders to.", max = 80) String rendered,
      @Field(doc = "The revision that is live, for people: main@4f2c1d9", max = 320) String brief) {
    public Revisions {
      wanted = Bounds.text(wanted, 320);
      applied = Bounds.text(applied, 320);
      verifiedBy = Bounds.text(verifiedBy, 320);
      rendered = Bounds.text(rendered, 80);
      brief =
          applied == null
              ? null
              : applied.replaceFirst("(^|@)(?:[a-z0-9]+:)?([0-9a-f]{7})[0-9a-f]*$", "$1$2");
    }

    public Revisions(String wanted, String applied, String verifiedBy, String rendered) {
      this(wanted, applied, verifiedBy, rendered, null);
    }
  }

  /** How many objects, in which state. */
  public record Objects(
      @Field(doc = "All that are wanted.", required = true) int total,
      @Field(doc = "Live and healthy.", required = true) int ready,
      @Field(doc = "Not as wanted.", required = true) int drifted,
      @Field(doc = "Held back.", required = true) int blocked,
      @Field(doc = "Ready of total, for people: 23/24.", max = 23) String summary) {
    public Objects {
      summary = ready + "/" + total;
    }

    public Objects(int total, int ready, int drifted, int blocked) {
      this(total, ready, drifted, blocked, null);
    }
  }

  /**
   * @param field null where the whole object was taken or deleted
   * @param repaired null while it is not repaired
   */
  public record Drift(
      @Field(doc = "The object: apps/Deployment web/api", required = true, max = 640) String object,
      @Field(doc = "The field: .spec.replicas", max = 512) String field,
      @Field(doc = "Who changed it: kubectl (scale)", required = true, max = 256) String by,
      @Field(doc = "When it was changed.", required = true) Instant at,
      @Field(doc = "When it was as wanted again.") Instant repaired) {
    public Drift {
      object = Bounds.text(object, 640);
      field = Bounds.text(field, 512);
      by = Bounds.text(by, 256);
      at = Bounds.millis(at);
      repaired = Bounds.millis(repaired);
    }
  }

  /** A field beside ours that somebody else put there. */
  public record Extra(
      @Field(doc = "The object: apps/Deployment web/api", required = true, max = 640) String object,
      @Field(doc = "The field: .spec.externalIPs", required = true, max = 512) String field,
      @Field(doc = "Who added it: kubectl-edit", required = true, max = 256) String by,
      @Field(doc = "When it was added, as far as the server says.", required = true) Instant at) {
    public Extra {
      object = Bounds.text(object, 640);
      field = Bounds.text(field, 512);
      by = Bounds.text(by, 256);
      at = Bounds.millis(at);
    }
  }

  /** An object that is held back. */
  public record Blocked(
      @Field(doc = "The object: apps/Deployment web/api", required = true, max = 640) String object,
      @Field(doc = "Why, in one word.", required = true, max = 128) String reason,
      @Field(doc = "Why, in a sentence.", required = true, max = 1024) String message) {
    public Blocked {
      object = Bounds.text(object, 640);
      reason = Bounds.text(reason, 128);
      message = Bounds.text(message, 1024);
    }
  }

  /**
   * Either all entries, or the head of the Inventory objects that hold them.
   *
   * @param head null where the entries are here
   */
  public record StoredInventory(
      @Field(doc = "The entries, packed; none where there is a head.", max = 100, each = 1024)
          List<String> entries,
      @Field(doc = "Where the entries are when there are more than 100.") Head head) {
    public StoredInventory {
      entries = entries == null ? List.of() : List.copyOf(entries);
    }
  }

  /** Names the Inventory objects that together are one inventory. */
  public record Head(
      @Field(doc = "How many entries there are.", required = true) int entries,
      @Field(doc = "Digest of the digests of the chunks.", required = true, max = 71) String digest,
      @Field(doc = "The Inventory objects, in order.", required = true, max = 256)
          List<Chunk> chunks) {
    public Head {
      chunks = List.copyOf(chunks);
    }
  }

  /** One Inventory object that holds a part of the entries. */
  public record Chunk(
      @Field(doc = "Its name.", required = true, max = 253) String name,
      @Field(doc = "Its uid.", required = true, max = 64) String uid,
      @Field(doc = "Digest of its entries.", required = true, max = 71) String digest) {}

  /** A revision that went live. */
  public record Past(
      @Field(doc = "The revision.", required = true, max = 320) String revision,
      @Field(doc = "When it was live.", required = true) Instant at,
      @Field(doc = "How long that took.", required = true) Duration took,
      @Field(doc = "How it ended.", required = true, max = 128) String verdict) {
    public Past {
      revision = Bounds.text(revision, 320);
      at = Bounds.millis(at);
      took = Duration.ofMillis(took.toMillis());
      verdict = Bounds.text(verdict, 128);
    }
  }

  /**
   * @param requestedAt null, or the value of {@link Marks#REQUESTED_AT}
   * @param allowPrune null, or the value of {@link Marks#ALLOW_PRUNE}
   * @param confirmIdentity null, or the value of {@link Marks#CONFIRM_IDENTITY}
   */
  public record Handled(
      @Field(doc = "The last plumbline.dev/requested-at that was run.", max = 320)
          String requestedAt,
      @Field(doc = "The last plumbline.dev/allow-prune that was used.", max = 320)
          String allowPrune,
      @Field(doc = "The last plumbline.dev/confirm-identity that was used.", max = 320)
          String confirmIdentity) {
    public Handled {
      requestedAt = Bounds.text(requestedAt, 320);
      allowPrune = Bounds.text(allowPrune, 320);
      confirmIdentity = Bounds.text(confirmIdentity, 320);
    }
  }
}
