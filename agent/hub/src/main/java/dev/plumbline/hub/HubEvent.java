package dev.plumbline.hub;

import dev.plumbline.model.Name;

/**
 * One thing that happened to one of our objects, for {@code kubectl events}.
 *
 * @param kind {@code Sync}, {@code Repository}, {@code Tenant}
 * @param reason why, in one word
 * @param action what was done, in one word
 * @param note what happened, in a sentence free of secrets
 */
public record HubEvent(
    String kind, Name name, String uid, Type type, String reason, String action, String note) {
  private static final int WORD = 128;
  private static final int NOTE = 1024;

  /** Whether somebody should look. */
  public enum Type {
    NORMAL,
    WARNING
  }

  public HubEvent {
    if (reason.isEmpty() || action.isEmpty()) {
      throw new IllegalArgumentException("an event needs a reason and an action");
    }
    reason = cut(reason, WORD);
    action = cut(action, WORD);
    note = cut(note, NOTE);
  }

  /** One of our objects is there and cannot be read, so that its own status cannot say so. */
  public static HubEvent malformed(String kind, Lookup.Malformed<?, ?> object) {
    return new HubEvent(
        kind, object.name(), object.uid(), Type.WARNING, "Malformed", "Read", object.sentence());
  }

  // The limit is in bytes; what is not ASCII counts for three.
  private static String cut(String text, int max) {
    int bytes = 0;
    for (int i = 0; i < text.length(); i++) {
      bytes += text.charAt(i) < 0x80 ? 1 : 3;
      if (bytes > max) {
        int end = Character.isLowSurrogate(text.charAt(i)) ? i - 1 : i;
        return text.substring(0, end);
      }
    }
    return text;
  }
}
