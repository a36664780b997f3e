package dev.plumbline.cli;

import dev.plumbline.model.MapNode;

/** What the status of a Sync says about a request. */
sealed interface SyncVerdict {
  /** It came to an end: as wanted, or not without somebody who changes something. */
  record Ended(boolean good, String sentence) implements SyncVerdict {}

  record UnderWay(String sentence) implements SyncVerdict {}

  /**
   * @param requestedAt the value of the annotation the run must have seen
   */
  static SyncVerdict of(MapNode sync, String requestedAt) {
    String name = Asked.nameOf(sync);
    String phase = sync.text("status", "phase").orElse("Pending");
    boolean answered =
        sync.text("status", "handled", "requestedAt").orElse("").equals(requestedAt)
            && sync.text("status", "observedGeneration")
                .equals(sync.text("metadata", "generation"));
    if (!answered && !phase.equals("Suspended")) {
      return new UnderWay(name + " was asked");
    }
    String why =
        Remarks.ready(sync)
            .flatMap(condition -> condition.text("message"))
            .map(message -> ": " + message)
            .orElse("");
    String at = sync.text("status", "revision", "brief").map(brief -> " at " + brief).orElse("");
    return switch (phase) {
      case "Ready" -> new Ended(true, "%s is Ready%s%s".formatted(name, at, why));
      case "Blocked", "Failed", "Degraded", "Suspended" ->
          new Ended(false, "%s is %s%s".formatted(name, phase, why));
      default -> new UnderWay("%s is %s%s".formatted(name, phase, why));
    };
  }
}
