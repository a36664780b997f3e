package dev.plumbline.hub;

/** What became of making, changing or deleting a generated Sync. */
public sealed interface DraftWrite {

  /** It is as wanted; the watch will show it. */
  record Done() implements DraftWrite {}

  /** Somebody was faster, and nothing was written: look again. */
  record Overtaken() implements DraftWrite {}

  /** Its namespace is not there, or goes. */
  record NamespaceMissing(String why) implements DraftWrite {}

  /** It was not written, or nobody knows. */
  record Failed(String why) implements DraftWrite {}
}
