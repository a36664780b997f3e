package dev.plumbline.server;

import dev.plumbline.model.Name;
import java.util.Optional;

/** The keys of webhooks. Asked for every delivery, so it answers at once. */
@FunctionalInterface
public interface HookSecrets {
  /** Empty when there is no such Repository or it takes no webhooks. */
  Optional<HookKey> of(Name repository);
}
