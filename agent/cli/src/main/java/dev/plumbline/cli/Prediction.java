package dev.plumbline.cli;

import dev.plumbline.apply.Change;
import dev.plumbline.apply.Desired;
import dev.plumbline.apply.Draft;
import dev.plumbline.cli.Comparison.Finding;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** What a draft of the agent's would come to, in words for the person who asks. */
final class Prediction {
  private static final String DRIFTED = "spec.drift.owned: Warn";

  private final Comparison comparison;
  private final Set<ObjectKey> wanted;
  private final String pruned;

  /**
   * @param pruned what is said of each prune
   */
  Prediction(Comparison comparison, Desired desired, String pruned) {
    this.comparison = comparison;
    this.wanted = desired.keys();
    this.pruned = pruned;
  }

  List<Finding> of(Draft draft) throws IOException, InterruptedException {
    return Together.ask(draft.changes(), this::of);
  }

  private Finding of(Change change) throws IOException {
    return switch (change) {
      case Change.Create create -> comparison.of(create.wanted());
      case Change.Update update -> comparison.of(update.wanted());
      case Change.Keep keep -> comparison.of(keep.wanted());
      case Change.Tell tell -> new Finding.LeftAlone(tell.key(), DRIFTED);
      case Change.Leave leave -> new Finding.LeftAlone(leave.key(), leave.why().orElse(DRIFTED));
      case Change.Prune prune when prune.fieldsOf().isPresent() ->
          new Finding.Kept(prune.key(), "what was merged into it is taken out");
      case Change.Prune prune -> new Finding.Pruned(prune.key(), pruned);
      case Change.Linger _ -> new Finding.Same();
      case Change.Forget(var key, String why) -> forgotten(key, why);
      case Change.Defer defer ->
          new Finding.Created(defer.key(), "not checked: its kind comes with it");
      case Change.Blocked blocked -> blocked(blocked);
    };
  }

  private Finding forgotten(ObjectKey key, String why) {
    if (why.isEmpty()) {
      return new Finding.Same();
    }
    return wanted.contains(key) ? new Finding.LeftAlone(key, why) : new Finding.Kept(key, why);
  }

  private Finding blocked(Change.Blocked blocked) {
    if (blocked.reason() == Change.Reason.FORBIDDEN) {
      // The agent reads it as the tenant, and may.
      throw Comparison.mayNot(blocked.key(), blocked.message(), null);
    }
    return wanted.contains(blocked.key())
        ? Comparison.refused(blocked.key(), blocked.where(), blocked.message())
        : new Finding.Kept(blocked.key(), blocked.message());
  }
}
