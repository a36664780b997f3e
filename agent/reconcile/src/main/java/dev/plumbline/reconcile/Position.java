package dev.plumbline.reconcile;

/** Whether what a revision holds for a Sync is live on its target. */
public enum Position {
  /** It is, or something that came after it. */
  THERE,

  /** It is not, yet. */
  NOT_YET,

  /** Nobody can tell before the Sync ran once in this process, or its repository was fetched. */
  UNKNOWN
}
