package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class TrustsNoUnknownCertificateTest extends GitTest {
  private TestIdentity host;
  private TestIdentity alice;
  private GitServer secure;
  private GitServer closed;

  @BeforeEach
  void serveOverTls() throws Exception {
    host = TestIdentity.of("server");
    alice = TestIdentity.of("alice");
    secure = GitServer.overTls(temporary.resolve("served"), host.trusting(host));
    closed = GitServer.overMutualTls(temporary.resolve("served"), host.trusting(alice));
    fleet.file("a.yaml", "a: 1\n").commit("main");
  }

  @AfterEach
  void stopTls() {
    secure.close();
    closed.close();
  }

  @Test
  void a_certificate_of_nobody_is_refused() throws Exception {
    assertThat(refused(source(url(secure, "localhost"), "main"), Reason.TLS_FAILED).sentence())
        .contains("no trusted TLS connection");
    assertThat(secure.requests()).isEmpty();
  }

  @Test
  void a_trusted_certificate_is_fine_for_the_name_it_was_made_for_only() throws Exception {
    repositories.close();
    repositories = open(host.trusting(host).getSocketFactory());

    fetch(source(url(secure, "localhost"), "main"));

    refused(source(url(secure, "127.0.0.1"), "main"), Reason.TLS_FAILED);
  }

  @Test
  void an_authority_of_ones_own_is_trusted_by_that_repository_alone() throws Exception {
    var own = GitTls.of(Optional.of(host.certificate()), Optional.empty());

    fetch(over(own, url(secure, "localhost")));

    refused(over(own, url(secure, "127.0.0.1")), Reason.TLS_FAILED);
    refused(source(url(secure, "localhost"), "main"), Reason.TLS_FAILED);
  }

  @Test
  void an_authority_of_ones_own_takes_the_place_of_those_of_the_machine() throws Exception {
    repositories.close();
    repositories = open(host.trusting(host).getSocketFactory());
    var other = GitTls.of(Optional.of(alice.certificate()), Optional.empty());

    refused(over(other, url(secure, "localhost")), Reason.TLS_FAILED);
  }

  @Test
  void a_client_certificate_is_shown_to_the_server_that_asks_for_one() throws Exception {
    var ca = Optional.of(host.certificate());
    var asAlice =
        GitTls.of(ca, Optional.of(new GitTls.Client(alice.certificate(), Secret.of(alice.key()))));

    fetch(over(asAlice, url(closed, "localhost")));

    var asNobody = GitTls.of(ca, Optional.empty());
    var outcome = repositories.fetch(over(asNobody, url(closed, "localhost")));
    assertThat(outcome).isInstanceOf(FetchOutcome.Unreachable.class);
  }

  @Test
  @Tag("SEC-GIT-17")
  void another_authority_or_certificate_is_another_clone() throws Exception {
    var ca = Optional.of(host.certificate());
    var client = new GitTls.Client(alice.certificate(), Secret.of(alice.key()));
    var both = Optional.of(host.certificate() + alice.certificate());
    String url = url(secure, "localhost").toString();
    fetch(over(GitTls.of(ca, Optional.empty()), GitUrl.parse(url)));
    fetch(over(GitTls.of(ca, Optional.of(client)), GitUrl.parse(url)));
    fetch(over(GitTls.of(both, Optional.empty()), GitUrl.parse(url)));
    fetch(over(GitTls.of(both, Optional.empty()), GitUrl.parse(url)));

    assertThat(clonesOnDisk()).hasSize(3);
  }

  @Test
  @Tag("SEC-LEAK-04")
  void what_is_wrong_with_the_text_is_told_without_repeating_it() throws Exception {
    String key = alice.key();
    assertThatThrownBy(() -> GitTls.of(Optional.of("s3cr3t"), Optional.empty()))
        .hasMessage("ca.crt: no PEM certificate in it");
    assertThatThrownBy(() -> client("s3cr3t", key)).hasMessage("tls.crt: no PEM certificate in it");
    assertThatThrownBy(() -> client(alice.certificate(), "s3cr3t"))
        .hasMessage("tls.key: no PEM private key in it");
    assertThatThrownBy(
            () -> client(alice.certificate(), TestIdentity.pem("PRIVATE KEY", new byte[] {1, 2})))
        .hasMessage("tls.key: a private key that is neither RSA nor EC nor Ed25519");
  }

  private static GitTls client(String certificate, String key) {
    return GitTls.of(Optional.empty(), Optional.of(new GitTls.Client(certificate, Secret.of(key))));
  }

  private static GitSource over(GitTls tls, GitUrl url) {
    return new GitSource(
        FLEET,
        url,
        new GitAccess(Optional.empty(), Optional.of(tls), Optional.empty(), true),
        Set.of(branch("main")));
  }

  private static GitUrl url(GitServer server, String host) {
    return GitUrl.parse("https://%s:%d/fleet.git".formatted(host, server.port()));
  }

  private GitRepositories open(SSLSocketFactory tls) throws Exception {
    return new GitRepositories(clones(), GitLimits.DEFAULT, Clock.system(), Metrics.none(), tls);
  }
}
