package dev.plumbline.apply;

import dev.plumbline.kube.Meta;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.ObjectKey;
import java.util.Optional;

/**
 * What we remember of one object we own.
 *
 * @param version the API version last used, without the group
 * @param uid empty until the object was seen
 * @param wanted the digest of what we last applied
 * @param owned the digest of our entry in managedFields after that; empty until it was seen
 * @param creating a create may be under way or lost: read back before anything else
 * @param deleting a delete may be under way
 * @param told it is not as wanted, somebody took something, and that was told and is left so
 * @param merged only fields of it are ours, under the name of the Sync's own; the object is not
 */
public record Entry(
    ObjectKey key,
    String version,
    String uid,
    Digest128 wanted,
    Optional<Digest128> owned,
    boolean creating,
    boolean deleting,
    boolean told,
    boolean merged) {

  Entry(
      ObjectKey key,
      String version,
      String uid,
      Digest128 wanted,
      Optional<Digest128> owned,
      boolean creating,
      boolean deleting) {
    this(key, version, uid, wanted, owned, creating, deleting, false, false);
  }

  /** As wanted, in this version. */
  static Entry settled(Wanted wanted, Meta meta) {
    return new Entry(
        wanted.key(),
        wanted.kind().version(),
        meta.uid(),
        wanted.digest(),
        Owned.digest(meta, wanted.manager()),
        false,
        false,
        false,
        wanted.merges());
  }

  static Entry creating(Wanted wanted) {
    return new Entry(
        wanted.key(),
        wanted.kind().version(),
        "",
        wanted.digest(),
        Optional.empty(),
        true,
        false,
        false,
        wanted.merges());
  }

  /** What another Sync owns until now, and this one is about to take. */
  static Entry takingOver(Wanted wanted, String uid) {
    return new Entry(
        wanted.key(),
        wanted.kind().version(),
        uid,
        wanted.digest(),
        Optional.empty(),
        false,
        false);
  }

  Entry withUid(String nowUid) {
    return new Entry(key, version, nowUid, wanted, owned, creating, deleting, told, merged);
  }

  /**
   * Left as it is now.
   *
   * @param drifted whether somebody took something that was told of
   */
  Entry seen(Optional<Digest128> now, boolean drifted) {
    return new Entry(key, version, uid, wanted, now, creating, deleting, drifted, merged);
  }

  /** What it looks like now is not known: another look at it is due, whatever is wanted. */
  Entry unsure() {
    return new Entry(
        key, version, uid, wanted, Optional.empty(), creating, deleting, false, merged);
  }

  /** No create of it is under way. */
  Entry asCertain() {
    return new Entry(key, version, uid, wanted, owned, false, deleting, false, merged);
  }

  Entry asDeleting() {
    return new Entry(key, version, uid, wanted, owned, creating, true, told, merged);
  }

  /** Gone, but a create of it may still arrive. */
  Entry asArriving() {
    return new Entry(key, version, "", wanted, Optional.empty(), true, false, false, merged);
  }

  /**
   * The same entry under the promise that a create of it may follow. Fields that were merged into
   * it stay ours until that has ended.
   */
  Entry asCreating(Wanted wantedNow) {
    return new Entry(
        key,
        wantedNow.kind().version(),
        uid,
        wantedNow.digest(),
        Optional.empty(),
        true,
        false,
        false,
        merged || wantedNow.merges());
  }

  String apiVersion() {
    return key.group().isEmpty() ? version : key.group() + "/" + version;
  }
}
