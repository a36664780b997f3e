package dev.plumbline.reconcile;

import dev.plumbline.hub.Hub;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/** The keys of one Secret, as text. */
final class SecretKeys {
  private final Name name;
  private final Secret<Map<String, byte[]>> data;

  private SecretKeys(Name name, Secret<Map<String, byte[]>> data) {
    this.name = name;
    this.data = data;
  }

  /**
   * @throws IllegalArgumentException with a sentence, when the Secret is not there
   * @throws IOException when the hub could not be asked
   */
  static SecretKeys read(Hub hub, Name name) throws IOException {
    return new SecretKeys(
        name,
        hub.secret(name)
            .orElseThrow(
                () -> new IllegalArgumentException("Secret %s does not exist".formatted(name))));
  }

  boolean has(String... keys) {
    return data.use(all -> all.keySet().containsAll(Arrays.asList(keys)));
  }

  /** The key without the space around it, which editors like to add. */
  Secret<String> text(String key) {
    return data.map(
        all -> {
          if (!all.containsKey(key)) {
            throw wrong("has no key " + key);
          }
          return new String(all.get(key), StandardCharsets.UTF_8).strip();
        });
  }

  /** The same for what is no secret. */
  String plain(String key) {
    return text(key).use(text -> text);
  }

  Optional<Secret<String>> optional(String key) {
    return has(key) ? Optional.of(text(key)) : Optional.empty();
  }

  IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("Secret %s %s".formatted(name, what));
  }
}
