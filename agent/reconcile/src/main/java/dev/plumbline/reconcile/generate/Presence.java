package dev.plumbline.reconcile.generate;

import dev.plumbline.model.Revision;

/** Whether a directory is in the newest revision of a branch. */
public sealed interface Presence {

  record There() implements Presence {}

  /**
   * @param at the revision that was looked at
   */
  record Missing(Revision at) implements Presence {}

  /** It could not be found out, or not yet; nothing is deleted because of that. */
  record Unknown(String why) implements Presence {}
}
