package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ReadsRepositoryUrlsTest {

  @ParameterizedTest
  @CsvSource({
    "https://git.example.com/acme/fleet.git, https://git.example.com/acme/fleet.git",
    "HTTPS://Git.Example.COM:443/acme/fleet/, https://git.example.com/acme/fleet",
    "https://git.example.com:8443/fleet, https://git.example.com:8443/fleet",
    "http://[::1]:3000/fleet, http://[::1]:3000/fleet",
    "http://127.0.0.1:80/fleet, http://127.0.0.1/fleet",
    "ssh://git@Git.Example.com:22/acme/fleet.git/, ssh://git@git.example.com/acme/fleet.git",
    "ssh://git@[::1]:2222/~alice/fleet, ssh://git@[::1]:2222/~alice/fleet",
    "git@Git.Example.com:acme/fleet.git, git@git.example.com:acme/fleet.git",
  })
  void prints_what_it_read(String text, String printed) {
    assertThat(GitUrl.parse(text)).hasToString(printed);
  }

  @Test
  @Tag("SEC-NET-04")
  void equal_urls_are_compared_by_their_parts() {
    assertThat(GitUrl.parse("https://git.example.com/fleet"))
        .isEqualTo(GitUrl.parse("https://GIT.example.com:443/fleet/"))
        .isNotEqualTo(GitUrl.parse("https://git-example.com/fleet"))
        .isNotEqualTo(GitUrl.parse("https://git.example.com/Fleet"));
  }

  @ParameterizedTest
  @Tag("SEC-GIT-05")
  @ValueSource(
      strings = {
        "file:///etc/passwd",
        "ext::sh -c id",
        "ssh://example.com/fleet",
        "ssh://git@example.com/a;b",
        "ssh://git@example.com/$(id)",
        "ssh://git@example.com/a'b",
        "ssh://git@example.com/%27",
        "ssh://-git@example.com/fleet",
        "ssh://git@-example.com/fleet",
        "ssh://git@example.com",
        "example.com:fleet",
        "-git@example.com:fleet",
        "git@-example.com:fleet",
        "git@example.com:-oProxyCommand=id",
        "git@example.com:/fleet",
        "git@example.com:a b",
        "git@example.com:",
        "git@example.com:a/../b",
        "ssh+git://git@example.com/fleet",
        "-oProxyCommand=id",
        "--upload-pack=id",
        "/srv/fleet.git",
        "",
        "https://",
        "https:///fleet",
        "https://git.example.com",
        "https://git.example.com/",
        "https://git.example.com/../fleet",
        "https://git.example.com/a/./fleet",
        "https://git.example.com/fleet#main",
        "https://git.example.com/fl eet",
        "https://git.example.com/fleet\r\nHost: evil",
        "https://-git.example.com/fleet",
      })
  void refuses_everything_but_plain_urls_of_http_and_ssh(String text) {
    assertThatThrownBy(() -> GitUrl.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("repository url");
  }

  @ParameterizedTest
  @Tag("SEC-LEAK-04")
  @ValueSource(
      strings = {
        "https://alice:s3cr3t@git.example.com/fleet",
        "ssh://alice:s3cr3t@git.example.com/fleet",
        "alice:s3cr3t@git.example.com:fleet",
        "https://s3cr3t@git.example.com/fleet",
        "https://git.example.com/fleet?sig=s3cr3t",
        "https://git.example.com/fleet#s3cr3t",
        "https://alice:s3cr3t@git example.com/fleet",
        "s3cr3t://git.example.com/fleet\n",
      })
  void a_refusal_repeats_no_secret(String text) {
    assertThatThrownBy(() -> GitUrl.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasNoCause()
        .message()
        .doesNotContain("s3cr3t");
  }

  @Test
  @Tag("SEC-NET-08")
  void refuses_a_url_without_end() {
    assertThatThrownBy(() -> GitUrl.parse("https://git.example.com/" + "a".repeat(100_000)))
        .hasMessage("a repository url of 100024 characters, at most 2048 are read");
  }

  @Test
  @Tag("SEC-GIT-06")
  void an_origin_is_scheme_host_and_port() {
    var url = GitUrl.parse("https://git.example.com/fleet");

    assertThat(url.sameOrigin(URI.create("https://git.example.com:443/other"))).isTrue();
    assertThat(url.sameOrigin(URI.create("https://GIT.example.com/other"))).isTrue();
    assertThat(url.sameOrigin(URI.create("http://git.example.com/fleet"))).isFalse();
    assertThat(url.sameOrigin(URI.create("https://git.example.com:8443/fleet"))).isFalse();
    assertThat(url.sameOrigin(URI.create("https://git.example.com.evil.org/fleet"))).isFalse();
    assertThat(url.sameOrigin(URI.create("https:fleet"))).isFalse();
  }
}
