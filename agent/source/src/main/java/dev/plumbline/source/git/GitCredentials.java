package dev.plumbline.source.git;

import dev.plumbline.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What a Git server is told about who asks. Sent to the origin of the repository only. */
public sealed interface GitCredentials {

  /** User and password, or user and token. */
  record Basic(String user, Secret<String> password) implements GitCredentials {
    @Override
    public Secret<String> authorization() {
      return password.map(
          secret ->
              "Basic "
                  + Base64.getEncoder()
                      .encodeToString((user + ":" + secret).getBytes(StandardCharsets.UTF_8)));
    }
  }

  /** A bearer token. */
  record Bearer(Secret<String> token) implements GitCredentials {
    @Override
    public Secret<String> authorization() {
      return token.map(secret -> "Bearer " + secret);
    }
  }

  /** The value of the Authorization header. */
  Secret<String> authorization();
}
