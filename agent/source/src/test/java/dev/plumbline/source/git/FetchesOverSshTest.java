package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SEC-GIT-07")
final class FetchesOverSshTest extends GitTest {
  private KeyPair host;
  private KeyPair alice;
  private SshGitServer ssh;

  @BeforeEach
  void serveOverSsh() throws Exception {
    host = SshGitServer.ed25519Key();
    alice = SshGitServer.ed25519Key();
    ssh = SshGitServer.over(temporary.resolve("served"), SshGitServer.ellipticKey(), host);
    ssh.letIn(alice);
    fleet.file("a.yaml", "a: 1\n").commit("main");
  }

  @AfterEach
  void stopSsh() throws Exception {
    ssh.close();
  }

  @Test
  void a_known_host_and_an_accepted_key_are_all_it_takes() throws Exception {
    var fetched = fetch(source(url(), alice, known(host)));

    assertThat(repositories.artifact(fetched.heads().get(branch("main"))).tree().lookup("a.yaml"))
        .isInstanceOf(FileTree.File.class);
    assertThat(ssh.commands()).containsExactly("git-upload-pack '/fleet.git'");
    String second = fleet.file("a.yaml", "a: 2\n").commit("main");
    assertThat(fetch(source(url(), alice, known(host))).heads().get(branch("main")).commit())
        .isEqualTo(second);
  }

  @Test
  void keys_of_all_strong_kinds_are_good_for_both_sides() throws Exception {
    for (KeyPair kind :
        new KeyPair[] {
          SshGitServer.ed25519Key(), SshGitServer.ellipticKey(), SshGitServer.rsaKey(3072)
        }) {
      try (var server = SshGitServer.over(temporary.resolve("served"), kind)) {
        server.letIn(kind);
        fetch(source(url(server), kind, known(server, kind)));
      }
    }
  }

  @Test
  void a_key_may_have_a_passphrase() throws Exception {
    String encrypted = SshGitServer.openSsh(alice, "s3cr3t");

    fetch(source(url(), encrypted, Optional.of("s3cr3t"), known(host)));

    assertThat(
            refused(
                    source(url(), encrypted, Optional.of("wr0ng"), known(host)),
                    Reason.AUTHENTICATION_REFUSED)
                .sentence())
        .endsWith("cannot be read, or the passphrase in password is not its own")
        .doesNotContain("wr0ng");
    assertThat(
            refused(
                    source(url(), encrypted, Optional.empty(), known(host)),
                    Reason.AUTHENTICATION_REFUSED)
                .sentence())
        .endsWith("cannot be read; if it has a passphrase, put that into the key password");
  }

  @Test
  void a_host_that_is_not_known_is_not_even_called() throws Exception {
    for (String hosts :
        new String[] {
          "",
          "# nobody\n",
          "elsewhere " + SshGitServer.known(host),
          "127.0.0.1 " + SshGitServer.known(host), // another port is another name
        }) {
      assertThat(refused(source(url(), alice, hosts), Reason.HOST_KEY_REFUSED).sentence())
          .contains("has no key of [127.0.0.1]:" + ssh.port());
    }
    assertThat(ssh.attempts()).isEmpty();
  }

  @Test
  void a_host_with_another_key_gets_nothing_of_ours() throws Exception {
    String other = known(SshGitServer.ed25519Key());

    assertThat(refused(source(url(), alice, other), Reason.HOST_KEY_REFUSED).sentence())
        .contains("shows another ssh-ed25519 key than known_hosts of its Secret has");
    assertThat(ssh.attempts()).isEmpty();
    assertThat(ssh.commands()).isEmpty();
  }

  @Test
  void a_revoked_key_is_refused_though_it_is_known() throws Exception {
    String hosts = known(host) + "\n@revoked * " + SshGitServer.known(host);

    assertThat(refused(source(url(), alice, hosts), Reason.HOST_KEY_REFUSED).sentence())
        .contains("revoked");
    assertThat(ssh.attempts()).isEmpty();
  }

  @Test
  void short_rsa_keys_are_refused_on_both_sides() throws Exception {
    KeyPair small = SshGitServer.rsaKey(2048);
    try (var server = SshGitServer.over(temporary.resolve("served"), small)) {
      assertThat(
              refused(source(url(server), alice, known(server, small)), Reason.HOST_KEY_REFUSED)
                  .sentence())
          .contains("has no key that is strong enough");
    }
    ssh.letIn(small);
    assertThat(refused(source(url(), small, known(host)), Reason.AUTHENTICATION_REFUSED).sentence())
        .endsWith("is an RSA key of 2048 bits, at least 3072 are needed; Ed25519 is better");
  }

  @Test
  void a_key_the_server_does_not_know_is_told() throws Exception {
    KeyPair mallory = SshGitServer.ed25519Key();

    assertThat(
            refused(source(url(), mallory, known(host)), Reason.AUTHENTICATION_REFUSED).sentence())
        .endsWith("user git with the key identity of its Secret is not let in");
  }

  @Test
  void a_repository_that_is_not_there_is_not_found() throws Exception {
    var nope = GitUrl.parse("ssh://git@127.0.0.1:%d/nope.git".formatted(ssh.port()));

    refused(source(nope, alice, known(host)), Reason.NOT_FOUND);
  }

  @Test
  void a_path_from_the_home_directory_is_written_as_scp_does() throws Exception {
    // Port 22 is all that this form knows, so it is only read here.
    var url = GitUrl.parse("git@example.com:acme/fleet.git");

    assertThat(url.port()).isEqualTo(22);
    assertThat(url.path()).isEqualTo("acme/fleet.git");
    assertThat(url).hasToString("git@example.com:acme/fleet.git");
  }

  @Test
  @Tag("SEC-GIT-08")
  void a_silent_server_and_one_that_talks_without_end_are_left() throws Exception {
    var released = new CountDownLatch(1);
    ssh.answer((in, out, err) -> released.await(20, TimeUnit.SECONDS));
    restart(Limits.time(Duration.ofSeconds(30), Duration.ofSeconds(1)));
    refused(source(url(), alice, known(host)), Reason.TIMED_OUT);
    released.countDown();

    ssh.answer(
        (in, out, err) -> {
          for (int i = 1; i < 1_000_000; i++) {
            String line = "0041%040x refs/heads/b%07d\n".formatted(i, i);
            out.write(line.getBytes(StandardCharsets.US_ASCII));
          }
          return true;
        });
    refused(source(url(), alice, known(host)), Reason.OVER_LIMIT);
  }

  @Test
  @Tag("SEC-NET-06")
  void errors_without_end_are_cut_off() throws Exception {
    ssh.answer(
        (in, out, err) -> {
          for (int i = 0; i < 100_000; i++) {
            err.write("all work and no play\u001b[31m\n".getBytes(StandardCharsets.US_ASCII));
          }
          return true;
        });
    restart(Limits.time(Duration.ofSeconds(10), Duration.ofSeconds(1)));

    var outcome = repositories.fetch(source(url(), alice, known(host)));

    assertThat(outcome).isInstanceOf(FetchOutcome.Unreachable.class);
    assertThat(((FetchOutcome.Unreachable) outcome).sentence())
        .hasSizeLessThan(500)
        .doesNotContain("\u001b");
  }

  @Test
  void ssh_needs_a_key_and_takes_neither_password_nor_proxy() throws Exception {
    assertThat(refused(source(url(), "main"), Reason.AUTHENTICATION_REFUSED).sentence())
        .endsWith("is ssh, which needs a Secret with identity and known_hosts in credentialsRef");
    assertThat(
            refused(
                    new GitSource(
                        FLEET,
                        url(),
                        access(new GitCredentials.Basic("git", Secret.of("x"))),
                        Set.of(branch("main"))),
                    Reason.AUTHENTICATION_REFUSED)
                .sentence())
        .contains("which needs a Secret with identity and known_hosts");
    refused(
        new GitSource(
            FLEET,
            server.url("fleet.git"),
            source(url(), alice, known(host)).access(),
            Set.of(branch("main"))),
        Reason.AUTHENTICATION_REFUSED);
    assertThat(ssh.attempts()).isEmpty();
    assertThat(server.requests()).isEmpty();
  }

  @Test
  @Tag("SEC-NET-01")
  void ssh_goes_to_no_address_where_no_repository_lives_either() throws Exception {
    var secure =
        new GitAccess(
            source(url(), alice, known(host)).access().credentials(),
            Optional.empty(),
            Optional.empty(),
            false);

    refused(new GitSource(FLEET, url(), secure, Set.of(branch("main"))), Reason.FORBIDDEN_ADDRESS);
    assertThat(ssh.attempts()).isEmpty();
  }

  @Test
  @Tag("SEC-GIT-17")
  void another_key_or_another_view_of_hosts_is_another_clone() throws Exception {
    KeyPair bob = SshGitServer.ed25519Key();
    ssh.letIn(bob);
    fetch(source(url(), alice, known(host)));
    fetch(source(url(), bob, known(host)));
    fetch(source(url(), alice, known(host) + "\n# and another"));

    assertThat(clonesOnDisk()).hasSize(3);
  }

  private GitUrl url() {
    return url(ssh);
  }

  private static GitUrl url(SshGitServer server) {
    return GitUrl.parse("ssh://git@127.0.0.1:%d/fleet.git".formatted(server.port()));
  }

  private String known(KeyPair key) {
    return known(ssh, key);
  }

  private static String known(SshGitServer server, KeyPair key) {
    return "[127.0.0.1]:%d %s".formatted(server.port(), SshGitServer.known(key));
  }

  private static GitSource source(GitUrl url, KeyPair user, String knownHosts) throws Exception {
    return source(url, SshGitServer.openSsh(user, null), Optional.empty(), knownHosts);
  }

  private static GitSource source(
      GitUrl url, String key, Optional<String> passphrase, String knownHosts) {
    return new GitSource(
        FLEET,
        url,
        access(new GitCredentials.SshKey(Secret.of(key), passphrase.map(Secret::of), knownHosts)),
        Set.of(branch("main")));
  }
}
