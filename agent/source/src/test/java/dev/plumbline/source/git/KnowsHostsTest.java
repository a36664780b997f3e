package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SEC-GIT-07")
final class KnowsHostsTest {
  private static final String KEY = key("ssh-ed25519", new byte[32]);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "git.example.com                | git.example.com | 22   | true",
        "GIT.example.com                | git.EXAMPLE.com | 22   | true",
        "git.example.com                | git.example.com | 2222 | false",
        "[git.example.com]:2222         | git.example.com | 2222 | true",
        "[git.example.com]:2222         | git.example.com | 22   | false",
        "a,git.example.com,b            | git.example.com | 22   | true",
        "*.example.com                  | git.example.com | 22   | true",
        "*.example.com                  | example.com     | 22   | false",
        "g?t.example.com                | git.example.com | 22   | true",
        "*.example.com,!git.example.com | git.example.com | 22   | false",
        "!git.example.com,*             | git.example.com | 22   | false",
        "example.com                    | git.example.com | 22   | false",
        "*a*a*a*a*a*a*a*a*a*b           | aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | 22 | false",
      })
  void names_match_as_openssh_has_it(String names, String host, int port, boolean known) {
    var keys = KnownHosts.parse(names + " ssh-ed25519 " + KEY + " a comment\n").of(host, port);

    assertThat(keys.trusted().isEmpty()).isNotEqualTo(known);
  }

  @Test
  void a_hashed_name_matches_its_host_only() throws Exception {
    byte[] salt = "01234567890123456789".getBytes(StandardCharsets.US_ASCII);
    Mac mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(salt, "HmacSHA1"));
    var base64 = Base64.getEncoder();
    String hash =
        base64.encodeToString(mac.doFinal("git.example.com".getBytes(StandardCharsets.US_ASCII)));
    var hosts =
        KnownHosts.parse(
            "|1|%s|%s ssh-ed25519 %s".formatted(base64.encodeToString(salt), hash, KEY));

    assertThat(hosts.of("git.example.com", 22).trusted()).hasSize(1);
    assertThat(hosts.of("git.example.org", 22).trusted()).isEmpty();
  }

  @Test
  void an_authority_vouches_for_no_key_and_an_old_kind_is_not_relied_on() {
    var hosts =
        KnownHosts.parse(
            """
            # hosts
            @cert-authority * ssh-ed25519 %s

            a ssh-dss %s
            @revoked a ssh-ed25519 %s
            """
                .formatted(KEY, key("ssh-dss", new byte[8]), KEY));

    assertThat(hosts.of("a", 22).trusted()).isEmpty();
    assertThat(hosts.of("a", 22).weak()).hasSize(1);
    assertThat(hosts.of("a", 22).accept(HostKey.parse("ssh-ed25519", KEY))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git.example.com",
        "git.example.com ssh-ed25519",
        "git.example.com ssh-ed25519 s3cr3t!",
        "git.example.com ssh-ed25519 AAAA",
        "git.example.com ssh-ed25519 AAAA////",
        "@friend git.example.com ssh-ed25519 AAAA",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
      })
  void a_line_that_cannot_be_read_is_named_and_not_repeated(String line) {
    assertThatThrownBy(() -> KnownHosts.parse("# first\n" + line + "\n"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("line 2 has ")
        .message()
        .doesNotContain("s3cr3t");
  }

  @Test
  void a_key_is_of_the_kind_it_is_called() {
    assertThatThrownBy(() -> KnownHosts.parse("a ssh-rsa " + KEY))
        .hasMessage("line 1 has a key that is called ssh-rsa and is none");
  }

  @Property
  void any_text_is_read_or_refused_with_a_sentence(@ForAll String text) {
    try {
      KnownHosts.parse(text).of("git.example.com", 22);
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).startsWith("line ");
    }
  }

  private static String key(String type, byte[] rest) {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    return Base64.getEncoder()
        .encodeToString(
            ByteBuffer.allocate(4 + name.length + 4 + rest.length)
                .putInt(name.length)
                .put(name)
                .putInt(rest.length)
                .put(rest)
                .array());
  }
}
