package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.util.Optional;

/** An object as {@code config.kubernetes.io/depends-on} names it. The core group is empty. */
final class Reference {
  private Reference() {}

  /** Empty for a text that names none. */
  static Optional<ObjectKey> parse(String text) {
    String[] part = text.split("/", -1);
    for (int i = 1; i < part.length; i++) {
      if (part[i].isEmpty()) {
        return Optional.empty();
      }
    }
    if (part.length == 3) {
      return Optional.of(new ObjectKey(part[0], part[1], "", part[2]));
    }
    return part.length == 5 && part[1].equals("namespaces")
        ? Optional.of(new ObjectKey(part[0], part[3], part[2], part[4]))
        : Optional.empty();
  }
}
