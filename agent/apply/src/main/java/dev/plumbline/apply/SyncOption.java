package dev.plumbline.apply;

import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Options of {@code argocd.argoproj.io/sync-options}. */
final class SyncOption {
  private static final Map<String, Consumer<Reading>> HONOURED =
      Map.of(
          "Prune=false", Reading::keep,
          "Prune=confirm", Reading::confirm,
          "Delete=false", Reading::keep,
          "Delete=confirm", Reading::keep,
          "Force=true", Reading::recreate);

  /** What is so in any case. */
  private static final Set<String> ALWAYS =
      Set.of(
          "Prune=true",
          "Delete=true",
          "Force=false",
          "Replace=false",
          "PruneLast=true",
          "PruneLast=false",
          "Validate=true",
          "ServerSideApply=true",
          "ApplyOutOfSyncOnly=true",
          "SkipDryRunOnMissingResource=true",
          "RespectIgnoreDifferences=true",
          "FailOnSharedResource=true",
          "ClientSideApplyMigration=true",
          "ClientSideApplyMigration=false");

  private SyncOption() {}

  static Consumer<String> of(Reading reading) {
    return option -> {
      Consumer<Reading> meaning = HONOURED.get(option);
      if (meaning != null) {
        reading.option(option);
        meaning.accept(reading);
      } else if (option.equals("Replace=true")) {
        reading.replace();
      } else if (!ALWAYS.contains(option)) {
        reading.option(option);
        reading.unknown();
      }
    };
  }
}
