package dev.plumbline.apply;

import dev.plumbline.kube.Meta;
import java.util.Optional;

/** Which objects are taken over that were there before and are not ours. */
public enum Adoption {
  /** None. */
  NONE,
  /** Those that Flux, Argo CD, Helm or kubectl made, as far as they say so. */
  LABELLED,
  /** Any but those of another Sync or another installation. */
  ALL;

  boolean allows(Meta meta, Marks marks) {
    return switch (this) {
      case NONE -> false;
      case LABELLED -> marks.isNobodys(meta) && Marks.isLabelled(meta);
      case ALL -> marks.isNobodys(meta);
    };
  }

  /** Why what is there, and not this Sync's, is not taken over; empty where it is. */
  Optional<String> refusal(Meta meta, Marks marks) {
    return allows(meta, marks)
        ? Optional.empty()
        : Optional.of("it exists already and belongs to " + marks.owner(meta));
  }
}
