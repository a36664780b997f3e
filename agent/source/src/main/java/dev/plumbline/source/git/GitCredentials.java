package dev.plumbline.source.git;

import dev.plumbline.model.Secret;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a Git server is told about who asks. Sent to the origin of the repository only. */
public sealed interface GitCredentials {
  /** What can be said in a header. */
  sealed interface Header extends GitCredentials {
    /** The value of the Authorization header. */
    Secret<String> authorization();

    @Override
    default Secret<String> identity() {
      return authorization();
    }
  }

  /** User and password, or user and token. */
  record Basic(String user, Secret<String> password) implements Header {
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
  record Bearer(Secret<String> token) implements Header {
    // What else goes into a header is repeated by the exception of who refuses it there.
    private static final Pattern HEADER = Pattern.compile("[\\x21-\\x7e]+");

    /**
     * @throws IllegalArgumentException with the rest of a sentence
     */
    public Bearer {
      if (!token.use(text -> HEADER.matcher(text).matches())) {
        throw new IllegalArgumentException("bearerToken is not one word of printable ASCII");
      }
    }

    @Override
    public Secret<String> authorization() {
      return token.map(secret -> "Bearer " + secret);
    }
  }

  /**
   * A key pair for SSH, and by which keys servers are known.
   *
   * @param key as ssh-keygen writes it
   * @param passphrase of an encrypted key
   * @param knownHosts in the form of OpenSSH
   */
  record SshKey(Secret<String> key, Optional<Secret<String>> passphrase, String knownHosts)
      implements GitCredentials {
    @Override
    public Secret<String> identity() {
      return key.map(text -> text + "\n" + knownHosts);
    }
  }

  /**
   * An installation of a GitHub App, which gets a token for an hour at a time.
   *
   * @param key RSA, PEM
   * @param api where tokens are asked for
   */
  record GitHubApp(String app, AppInstallation installation, Secret<String> key, GitHubApi api)
      implements GitCredentials {
    private static final Pattern APP = Pattern.compile("[A-Za-z0-9.]{1,64}");

    /**
     * @throws IllegalArgumentException with the rest of a sentence
     */
    public GitHubApp {
      if (!APP.matcher(app).matches()) {
        throw new IllegalArgumentException("githubAppID is not the id of an App");
      }
    }

    @Override
    public Secret<String> identity() {
      return key.map(pem -> app + "\n" + installation + "\n" + api + "\n" + pem);
    }
  }

  /** Equal for the same person only. */
  Secret<String> identity();
}
