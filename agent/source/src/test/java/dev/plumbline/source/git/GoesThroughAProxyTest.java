package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.Secret;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class GoesThroughAProxyTest extends GitTest {
  private static final Optional<GitProxy.User> ALICE =
      Optional.of(new GitProxy.User("alice", Secret.of("s3cr3t")));

  private TestIdentity host;
  private GitServer secure;
  private ConnectProxy proxy;

  @BeforeEach
  void serveBehindAProxy() throws Exception {
    host = TestIdentity.of("server");
    secure = GitServer.overTls(temporary.resolve("served"), host.trusting(host));
    proxy = new ConnectProxy();
    proxy.leadTo(secure.port());
    fleet.file("a.yaml", "a: 1\n").commit("main");
  }

  @AfterEach
  void stopProxy() throws Exception {
    proxy.close();
    secure.close();
  }

  @Test
  void every_connection_is_asked_of_the_proxy_with_its_own_credentials_only() throws Exception {
    fetch(source("https://localhost/fleet.git", proxy.address(), ALICE));

    assertThat(proxy.heads())
        .isNotEmpty()
        .allSatisfy(
            head ->
                assertThat(head)
                    .startsWith("CONNECT localhost:443 HTTP/1.1\r\nHost: localhost:443\r\n")
                    .contains("Proxy-Authorization: Basic YWxpY2U6czNjcjN0\r\n")
                    .doesNotContain("Bearer"));
    assertThat(secure.requests()).isNotEmpty();
  }

  @Test
  void the_certificate_is_the_hosts_and_the_proxy_cannot_stand_in_for_it() throws Exception {
    var other = TestIdentity.of("mallory");
    try (var mallory = GitServer.overTls(temporary.resolve("served"), other.trusting(other))) {
      proxy.leadTo(mallory.port());

      refused(source("https://localhost/fleet.git", proxy.address(), ALICE), Reason.TLS_FAILED);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP/1.1 407 Proxy Authentication Required | PROXY_REFUSED     | wants another username and password",
        "HTTP/1.1 403 Forbidden                     | PROXY_REFUSED     | answered HTTP 403",
        "HTTP/1.0 502 Bad Gateway                   | CONNECTION_FAILED | answered HTTP 502",
        "SSH-2.0-OpenSSH                            | CONNECTION_FAILED | does not answer as a proxy does",
      })
  void what_the_proxy_refuses_is_told(String answer, Reason reason, String what) throws Exception {
    proxy.refuse(answer + "\r\n\r\n");

    var refused = refused(source("https://localhost/fleet.git", proxy.address(), ALICE), reason);

    assertThat(refused.sentence()).contains("the proxy 127.0.0.1:").contains(what);
    assertThat(refused.sentence()).doesNotContain("s3cr3t").doesNotContain("YWxpY2U6");
  }

  @Test
  void a_proxy_that_wants_credentials_says_where_they_go() throws Exception {
    proxy.refuse("HTTP/1.1 407 No\r\n\r\n");

    assertThat(
            refused(
                    source("https://localhost/fleet.git", proxy.address(), Optional.empty()),
                    Reason.PROXY_REFUSED)
                .sentence())
        .endsWith("wants a username and password; put them into the Secret of proxySecretRef");
  }

  @Test
  @Tag("SEC-NET-06")
  void an_answer_without_end_and_one_that_never_comes_are_left() throws Exception {
    proxy.refuse("HTTP/1.1 200 " + "x".repeat(100_000));
    var source = source("https://localhost/fleet.git", proxy.address(), ALICE);
    refused(source, Reason.CONNECTION_FAILED);

    restart(Limits.time(Duration.ofSeconds(30), Duration.ofMillis(300)));
    try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String address = "http://127.0.0.1:" + silent.getLocalPort();
      refused(source("https://localhost/fleet.git", address, ALICE), Reason.TIMED_OUT);
    }
  }

  @ParameterizedTest
  @Tag("SEC-NET-01")
  @ValueSource(strings = {"169.254.169.254", "[fd00:ec2::254]", "100.100.100.200"})
  void no_proxy_is_a_way_to_an_address_where_no_repository_lives(String host) throws Exception {
    var refused =
        refused(
            source("https://%s/fleet.git".formatted(host), proxy.address(), ALICE),
            Reason.FORBIDDEN_ADDRESS);

    assertThat(refused.sentence()).startsWith("https://" + host);
    assertThat(proxy.heads()).isEmpty();
  }

  @Test
  @Tag("SEC-NET-01")
  void no_proxy_lives_there_either() throws Exception {
    var source =
        new GitSource(
            FLEET,
            GitUrl.parse("https://git.example.com/fleet.git"),
            new GitAccess(
                Optional.empty(),
                Optional.empty(),
                Optional.of(GitProxy.parse(proxy.address(), ALICE)),
                false),
            Set.of(branch("main")));

    assertThat(refused(source, Reason.FORBIDDEN_ADDRESS).sentence())
        .contains("the proxy 127.0.0.1:")
        .contains("this very machine");
    assertThat(proxy.heads()).isEmpty();
  }

  @Test
  void a_proxy_that_is_not_there_is_named() throws Exception {
    String nobody;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = "http://127.0.0.1:" + socket.getLocalPort();
    }

    assertThat(
            refused(source("https://localhost/fleet.git", nobody, ALICE), Reason.CONNECTION_FAILED)
                .sentence())
        .contains("the proxy 127.0.0.1:")
        .endsWith("Connection refused");
  }

  @Test
  void plain_http_goes_through_no_proxy() throws Exception {
    refused(
        source(server.url("fleet.git").toString(), proxy.address(), ALICE), Reason.INSECURE_URL);
    assertThat(proxy.heads()).isEmpty();
  }

  @Test
  @Tag("SEC-GIT-17")
  void another_way_is_another_clone() throws Exception {
    fetch(source("https://localhost/fleet.git", proxy.address(), ALICE));
    fetch(source("https://localhost/fleet.git", proxy.address(), ALICE));
    fetch(source("https://localhost/fleet.git", proxy.address(), Optional.empty()));

    assertThat(clonesOnDisk()).hasSize(2);
  }

  @ParameterizedTest
  @Tag("SEC-LEAK-04")
  @ValueSource(
      strings = {
        "https://proxy:3128",
        "proxy:3128",
        "socks5://proxy",
        "http://alice:s3cr3t@proxy:3128",
        "http://proxy:3128/path?s3cr3t",
        "http://",
        "",
        "http://pro xy s3cr3t",
        "http://p:1#s3cr3t",
      })
  void an_address_is_a_host_and_a_port(String address) {
    assertThatThrownBy(() -> GitProxy.parse(address, Optional.empty()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("its address")
        .message()
        .doesNotContain("s3cr3t");
  }

  private GitSource source(String url, String address, Optional<GitProxy.User> user)
      throws Exception {
    boolean encrypted = url.startsWith("https:");
    return new GitSource(
        FLEET,
        GitUrl.parse(url),
        new GitAccess(
            Optional.of(new GitCredentials.Bearer(Secret.of("t0ken"))),
            encrypted
                ? Optional.of(GitTls.of(Optional.of(host.certificate()), Optional.empty()))
                : Optional.empty(),
            Optional.of(GitProxy.parse(address, user)),
            true),
        Set.of(branch("main")));
  }
}
