package dev.plumbline.apply;

import static dev.plumbline.api.v1alpha1.Marks.ADOPTED;

import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.util.Optional;

/**
 * What is known of a live object, as far as a plan needs it: a few hundred bytes, never its
 * content.
 *
 * @param version the API version it was seen in, without the group
 * @param owned the digest of our entry in managedFields; empty when we have none
 * @param sync the Sync of this installation that its label and annotation name
 * @param otherHub the installation whose label it carries, if that is not this one; else empty
 * @param keptBy the annotation by which somebody asked to keep it for ever; else empty
 * @param confirmBy the annotation by which somebody asked for a word before it is pruned; else
 *     empty
 * @param leftBy the annotation by which somebody asked to leave it alone; else empty
 * @param adopted whether it was there before us
 */
record State(
    ObjectKey key,
    String version,
    String uid,
    String resourceVersion,
    Optional<Digest128> owned,
    Optional<Name> sync,
    String otherHub,
    String keptBy,
    String confirmBy,
    String leftBy,
    boolean adopted,
    boolean deleting) {

  static State of(Meta meta, String hubId) {
    Wishes wishes = Annotations.read(meta.labels(), meta.annotations());
    return new State(
        meta.key(),
        version(meta),
        meta.uid(),
        meta.resourceVersion(),
        Owned.digest(meta, Marks.MANAGER),
        Marks.sync(meta, hubId),
        Marks.otherHub(meta, hubId),
        wishes.keptBy(),
        wishes.confirmBy(),
        wishes.leftBy(),
        meta.annotations().containsKey(ADOPTED),
        meta.deleting());
  }

  /**
   * An object of which only fields are ours, as one Sync sees it: whose it is otherwise does not
   * matter, unless it is another installation's.
   */
  static State merged(Meta meta, Marks marks) {
    Wishes wishes = Annotations.read(meta.labels(), meta.annotations());
    Optional<Digest128> owned = Owned.digest(meta, marks.merger());
    return new State(
        meta.key(),
        version(meta),
        meta.uid(),
        meta.resourceVersion(),
        owned,
        owned.isPresent() && marks.watches(meta) ? Optional.of(marks.sync()) : Optional.empty(),
        Marks.otherHub(meta, marks.hubId()),
        wishes.keptBy(),
        wishes.confirmBy(),
        wishes.leftBy(),
        false,
        meta.deleting());
  }

  private static String version(Meta meta) {
    return meta.apiVersion().substring(meta.apiVersion().indexOf('/') + 1);
  }

  Guard guard() {
    return new Guard(uid, resourceVersion);
  }

  /** Whether it carries all marks of the Sync, our entry in managedFields included. */
  boolean belongsTo(Name candidate) {
    return owned.isPresent() && names(candidate);
  }

  boolean names(Name candidate) {
    return sync.filter(candidate::equals).isPresent();
  }

  /** Whether it is one of ours at all. */
  boolean isOurs() {
    return owned.isPresent() && sync.isPresent();
  }

  /** Whose it is by its marks, for people; empty for one without marks, or with these. */
  Optional<String> otherOwner(Name candidate) {
    return otherHub.isEmpty()
        ? sync.filter(name -> !name.equals(candidate)).map(name -> "Sync " + name)
        : Optional.of(Marks.installation(otherHub));
  }
}
