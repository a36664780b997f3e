package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.RepositoryWebhook;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Name;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys that prove calls about repositories. Anybody may call, so a call costs the hub nothing:
 * what was read stands for a while, that there is no key too.
 */
final class HookKeys {
  private static final Duration TRUSTED = Duration.ofMinutes(5);
  private static final Duration MISSING = Duration.ofSeconds(15);

  private final Hub hub;
  private final Clock clock;
  private final Map<Name, Known> known = new ConcurrentHashMap<>();

  HookKeys(Hub hub, Clock clock) {
    this.hub = hub;
    this.clock = clock;
  }

  private record Known(String uid, long generation, long at, Optional<HookKey> key) {}

  /**
   * Empty where nobody may call.
   *
   * @throws IOException when the hub could not be asked
   */
  Optional<HookKey> of(Name name) throws IOException {
    var found =
        hub.repositories().get(name).filter(repository -> repository.spec().webhook() != null);
    if (found.isEmpty()) {
      known.remove(name);
      return Optional.empty();
    }
    HubObject<RepositorySpec, RepositoryStatus> repository = found.get();
    Known last = known.get(name);
    if (last == null || !holds(last, repository)) {
      long at = clock.nanoTime();
      last = new Known(repository.uid(), repository.generation(), at, read(repository));
      known.put(name, last);
    }
    return last.key();
  }

  private boolean holds(Known last, HubObject<RepositorySpec, RepositoryStatus> repository) {
    Duration longest = last.key().isPresent() ? TRUSTED : MISSING;
    return last.uid().equals(repository.uid())
        && last.generation() == repository.generation()
        && clock.elapsed(last.at()).compareTo(longest) < 0;
  }

  private Optional<HookKey> read(HubObject<RepositorySpec, RepositoryStatus> repository)
      throws IOException {
    RepositoryWebhook webhook = repository.spec().webhook();
    return hub.secret(new Name(repository.name().namespace(), webhook.secretRef().name()))
        .filter(data -> data.<Boolean>use(keys -> keys.containsKey("token")))
        .map(data -> data.map((Map<String, byte[]> keys) -> keys.get("token")))
        .map(token -> new HookKey(webhook.type().name(), token));
  }
}
