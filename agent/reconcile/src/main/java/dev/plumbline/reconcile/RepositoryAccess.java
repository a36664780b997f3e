package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.LocalRef;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.hub.Hub;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.AppInstallation;
import dev.plumbline.source.git.GitAccess;
import dev.plumbline.source.git.GitCredentials;
import dev.plumbline.source.git.GitHubApi;
import dev.plumbline.source.git.GitProxy;
import dev.plumbline.source.git.GitTls;
import dev.plumbline.source.git.GitUrl;
import java.io.IOException;
import java.util.Optional;

/**
 * Reads from its Secrets how a Repository is reached. Their keys are those that Flux uses, so that
 * a Secret can stay as it is.
 */
final class RepositoryAccess {
  private final Hub hub;

  RepositoryAccess(Hub hub) {
    this.hub = hub;
  }

  /**
   * @throws IllegalArgumentException with a sentence, when a Secret is not there or not usable
   * @throws IOException with a sentence, when a Secret could not be read
   */
  GitAccess of(Name repository, RepositorySpec spec, GitUrl url) throws IOException {
    Optional<SecretKeys> secret = keys(repository, spec.credentialsRef());
    Optional<SecretKeys> proxy = keys(repository, spec.proxySecretRef());
    return new GitAccess(
        url.ssh()
            ? secret.map(RepositoryAccess::key)
            : secret.flatMap(keys -> credentials(keys, url)),
        url.ssh() ? Optional.empty() : secret.flatMap(RepositoryAccess::tls),
        proxy.map(RepositoryAccess::proxy),
        spec.allowInsecure());
  }

  private Optional<SecretKeys> keys(Name repository, LocalRef ref) throws IOException {
    if (ref == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(SecretKeys.read(hub, new Name(repository.namespace(), ref.name())));
    } catch (IOException e) {
      throw new IOException(
          "could not read Secret %s: %s".formatted(ref.name(), e.getMessage()), e);
    }
  }

  private static GitCredentials key(SecretKeys keys) {
    return new GitCredentials.SshKey(
        keys.text("identity"), keys.optional("password"), keys.plain("known_hosts"));
  }

  private static Optional<GitCredentials> credentials(SecretKeys keys, GitUrl url) {
    if (keys.has("githubAppID")) {
      return Optional.of(app(keys, url));
    }
    if (keys.has("bearerToken")) {
      return Optional.of(bearer(keys));
    }
    if (keys.has("username", "password")) {
      return Optional.of(new GitCredentials.Basic(keys.plain("username"), keys.text("password")));
    }
    if (keys.has("ca.crt") || keys.has("tls.crt", "tls.key")) {
      return Optional.empty();
    }
    throw keys.wrong(
        "has none of: username and password, bearerToken, githubAppID, tls.crt and tls.key, ca.crt");
  }

  private static GitCredentials bearer(SecretKeys keys) {
    try {
      return new GitCredentials.Bearer(keys.text("bearerToken"));
    } catch (IllegalArgumentException e) {
      throw keys.wrong("cannot be used: " + e.getMessage());
    }
  }

  private static GitCredentials app(SecretKeys keys, GitUrl url) {
    String app = keys.plain("githubAppID");
    Secret<String> key = keys.text("githubAppPrivateKey");
    try {
      GitHubApi api =
          keys.has("githubAppBaseURL")
              ? GitHubApi.parse(keys.plain("githubAppBaseURL"))
              : GitHubApi.PUBLIC;
      return new GitCredentials.GitHubApp(app, installation(keys, url), key, api);
    } catch (IllegalArgumentException e) {
      throw keys.wrong("cannot be used: " + e.getMessage());
    }
  }

  private static AppInstallation installation(SecretKeys keys, GitUrl url) {
    if (keys.has("githubAppInstallationID")) {
      return new AppInstallation.Numbered(keys.plain("githubAppInstallationID"));
    }
    if (keys.has("githubAppInstallationOwner")) {
      return new AppInstallation.OfOwner(keys.plain("githubAppInstallationOwner"));
    }
    return AppInstallation.OfRepository.at(url)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "it names neither githubAppInstallationID nor githubAppInstallationOwner, and"
                        + " the url of the Repository is not that of an owner/name"));
  }

  private static Optional<GitTls> tls(SecretKeys keys) {
    if (keys.has("tls.crt") != keys.has("tls.key")) {
      throw keys.wrong("has only one of tls.crt and tls.key; a certificate needs its key");
    }
    if (!keys.has("ca.crt") && !keys.has("tls.crt")) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          GitTls.of(
              keys.optional("ca.crt").map(RepositoryAccess::open),
              keys.optional("tls.key").map(key -> new GitTls.Client(keys.plain("tls.crt"), key))));
    } catch (IllegalArgumentException e) {
      throw keys.wrong("cannot be used: " + e.getMessage());
    }
  }

  private static GitProxy proxy(SecretKeys keys) {
    String address = keys.plain("address");
    Optional<GitProxy.User> user =
        keys.has("username")
            ? Optional.of(new GitProxy.User(keys.plain("username"), keys.text("password")))
            : Optional.empty();
    try {
      return GitProxy.parse(address, user);
    } catch (IllegalArgumentException e) {
      throw keys.wrong("names no proxy: " + e.getMessage());
    }
  }

  private static String open(Secret<String> certificates) {
    return certificates.use(text -> text);
  }
}
