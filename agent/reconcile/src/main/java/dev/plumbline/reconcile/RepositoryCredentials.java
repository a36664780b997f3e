package dev.plumbline.reconcile;

import dev.plumbline.hub.Hub;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.GitCredentials;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Reads what a Repository's Secret holds: {@code username} and {@code password}, or a token. */
final class RepositoryCredentials {
  private RepositoryCredentials() {}

  /**
   * @throws IllegalArgumentException with a sentence, when the Secret is not there or lacks a key
   */
  static GitCredentials read(Hub hub, Name secret) throws IOException {
    Secret<Map<String, byte[]>> data =
        hub.secret(secret)
            .orElseThrow(
                () -> new IllegalArgumentException("Secret %s does not exist".formatted(secret)));
    boolean authority = data.use(keys -> keys.containsKey("ca.crt"));
    if (authority) {
      throw new IllegalArgumentException(
          ("Secret %s has ca.crt: an authority of one's own is not supported yet; add it to the"
                  + " trust store of the agent")
              .formatted(secret));
    }
    boolean bearer = data.use(keys -> keys.containsKey("bearerToken"));
    if (bearer) {
      return new GitCredentials.Bearer(text(data, "bearerToken"));
    }
    boolean basic = data.use(keys -> keys.containsKey("username") && keys.containsKey("password"));
    if (!basic) {
      throw new IllegalArgumentException(
          "Secret %s has neither username and password nor bearerToken".formatted(secret));
    }
    String user = text(data, "username").use(name -> name);
    return new GitCredentials.Basic(user, text(data, "password"));
  }

  private static Secret<String> text(Secret<Map<String, byte[]>> data, String key) {
    return data.map(keys -> new String(keys.get(key), StandardCharsets.UTF_8).strip());
  }
}
