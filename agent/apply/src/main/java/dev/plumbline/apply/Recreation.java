package dev.plumbline.apply;

import dev.plumbline.apply.Change.Update;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Deletes and makes again what asks for it and has a field that cannot be changed. Only the
 * server's word that a field is immutable leads here, so a manifest that is wrong otherwise never
 * removes what runs.
 */
final class Recreation {
  private Recreation() {}

  static boolean isAsked(Update update, Answer answer) {
    return answer instanceof Answer.Refused(Refusal no)
        && no.cause() == Refusal.Cause.IMMUTABLE
        && isAllowed(update);
  }

  private static boolean isAllowed(Update update) {
    Wishes wishes = update.wanted().wishes();
    return wishes.recreate() && !wishes.merges() && wishes.keptBy().isEmpty();
  }

  /**
   * The updates of a stage that were refused and may be carried out in this way, by their place.
   */
  static Map<Integer, Update> among(List<Change> stage, List<Done> ends) {
    var found = new HashMap<Integer, Update>();
    for (int i = 0; i < ends.size(); i++) {
      boolean immutable =
          ends.get(i).outcome().cause().filter(Refusal.Cause.IMMUTABLE::equals).isPresent();
      if (immutable && stage.get(i) instanceof Update update && isAllowed(update)) {
        found.put(i, update);
      }
    }
    return found;
  }

  /** The entries under which this is safe: deleted and created, whatever becomes of it. */
  static List<Entry> recorded(Iterable<Update> updates, Inventory inventory) {
    var entries = new ArrayList<Entry>();
    for (Update update : updates) {
      entries.add(before(update, inventory).asCreating(update.wanted()).asDeleting());
    }
    return entries;
  }

  /** What is remembered of the object now; a stray is known by the plan only. */
  static Entry before(Update update, Inventory inventory) {
    return inventory
        .get(update.key())
        .orElseGet(() -> Entry.creating(update.wanted()).asCertain())
        .withUid(update.guard().uid());
  }
}
