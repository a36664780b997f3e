package dev.plumbline.source.git;

import org.eclipse.jgit.lib.ObjectId;

/**
 * Where a ref led.
 *
 * @param name the branch or the tag, short; empty for a commit asked for by its id alone
 * @param tagObject null where no annotated tag leads to the commit
 */
record Tip(String name, boolean isTag, ObjectId commit, ObjectId tagObject) {
  static Tip branch(String name, ObjectId commit) {
    return new Tip(name, false, commit, null);
  }

  /** The same tag, and now it leads elsewhere, or is another object. */
  boolean differs(Tip before) {
    return !commit.equals(before.commit)
        || !(tagObject == null ? before.tagObject == null : tagObject.equals(before.tagObject));
  }
}
