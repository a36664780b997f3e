package dev.plumbline.server;

import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import java.util.Optional;

/** The secrets that webhooks are signed with. Asked for every delivery, so it answers at once. */
@FunctionalInterface
public interface HookSecrets {
  /** Empty when there is no such Repository or it takes no webhooks. */
  Optional<Secret<byte[]>> of(Name repository);
}
