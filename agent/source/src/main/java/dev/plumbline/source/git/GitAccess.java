package dev.plumbline.source.git;

import dev.plumbline.model.Secret;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a repository is reached, apart from its url: who asks, whom he trusts, and which way.
 *
 * @param tls empty for the trust of the machine and no certificate of one's own
 * @param allowInsecure lets {@code http} and loopback addresses through; for tests on one machine
 */
public record GitAccess(
    Optional<GitCredentials> credentials,
    Optional<GitTls> tls,
    Optional<GitProxy> proxy,
    boolean allowInsecure) {
  /** A repository that anybody may read. */
  public static GitAccess anonymous(boolean allowInsecure) {
    return new GitAccess(Optional.empty(), Optional.empty(), Optional.empty(), allowInsecure);
  }

  /**
   * The same text only for who sees the same server as the same person: whoever chooses the
   * authority or the way can be shown another repository under the same url.
   */
  Secret<String> identity() {
    return Secret.of(
        Stream.of(
                credentials.map(GitCredentials::identity),
                tls.map(GitTls::identity),
                proxy.map(GitProxy::identity))
            .map(part -> part.map(secret -> secret.use(text -> text)).orElse(""))
            .map(text -> text.length() + ":" + text)
            .collect(Collectors.joining()));
  }
}
