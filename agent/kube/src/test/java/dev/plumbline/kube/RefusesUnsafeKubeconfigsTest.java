package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("SEC-TEN-04")
final class RefusesUnsafeKubeconfigsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "exec": {"command": "sh"}          | exec: a program is not run for credentials; give a token
          "auth-provider": {"name": "gcp"}   | auth-provider: auth providers are programs or relics; give a token
          "client-certificate": "/a"         | client-certificate: files are not read; give client-certificate-data
          "client-key": "/a"                 | client-key: files are not read; give client-key-data
          "tokenFile": "/a"                  | tokenFile: files are not read; give token
          "as": "root"                       | as: impersonation is decided by the agent alone
          "as-uid": "0"                      | as-uid: impersonation is decided by the agent alone
          "as-groups": ["system:masters"]    | as-groups: impersonation is decided by the agent alone
          "as-user-extra": {}                | as-user-extra: impersonation is decided by the agent alone
          "as-user-extra": {"a": ["b"]}      | as-user-extra: impersonation is decided by the agent alone
          "client-key-data": "YQ=="          | client-certificate-data and client-key-data need each other
          "token": "t", "username": "u"      | it has both a token and a username; one is needed
          """)
  void of_a_user(String field, String why) {
    assertThat(refusal(kubeconfig("\"server\": \"https://example.com\"", field))).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "as-uid": "0"                             | as-uid, as-groups and as-user-extra need as: the user to act as
          "as-user-extra": {"a": ["b"]}             | as-uid, as-groups and as-user-extra need as: the user to act as
          "as": "bob", "as-user-extra": ["a"]       | as-user-extra: expected a map of lists of texts
          "as": "bob", "as-user-extra": {"a": "b"}  | as-user-extra.a: expected a list of texts
          "as": "bob", "as-user-extra": {"a": [1]}  | as-user-extra.a: expected texts; put them in quotes
          """)
  void of_ones_own_user(String field, String why) {
    String own = kubeconfig("\"server\": \"https://example.com\"", field);

    assertThat(refusal(Kubeconfig.readOwn(own.getBytes(StandardCharsets.UTF_8)))).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "certificate-authority": "/a"            | certificate-authority: files are not read; give certificate-authority-data
          "proxy-url": "http://localhost:3128"     | proxy-url: proxies are not used
          "insecure-skip-tls-verify": true         | insecure-skip-tls-verify: certificates are always verified; give certificate-authority-data
          "certificate-authority-data": "%%%"      | certificate-authority-data: not base64
          "certificate-authority-data": "YQ=="     | its certificates or its key cannot be used: no PEM certificate in it
          """)
  void of_a_cluster(String field, String why) {
    String cluster = "\"server\": \"https://example.com\", " + field;

    assertThat(refusal(kubeconfig(cluster, "\"token\": \"t\""))).isEqualTo(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          https://169.254.169.254       | server: 'https://169.254.169.254' is no place for an API server
          https://[fe80::1]:6443        | server: 'https://[fe80::1]:6443' is no place for an API server
          https://[::ffff:169.254.1.1]  | server: 'https://[::ffff:169.254.1.1]' is no place for an API server
          https://2852039166            | server: 'https://2852039166' is no place for an API server
          https://0.0.0.0:6443          | server: 'https://0.0.0.0:6443' is no place for an API server
          https://224.0.0.1             | server: 'https://224.0.0.1' is no place for an API server
          https://100.100.100.200       | server: 'https://100.100.100.200' is no place for an API server
          https://168.63.129.16         | server: 'https://168.63.129.16' is no place for an API server
          https://192.0.0.192           | server: 'https://192.0.0.192' is no place for an API server
          https://[fd00:ec2::254]       | server: 'https://[fd00:ec2::254]' is no place for an API server
          https://[64:ff9b::a9fe:a9fe]  | server: 'https://[64:ff9b::a9fe:a9fe]' is no place for an API server
          https://[2002:a9fe:a9fe::1]   | server: 'https://[2002:a9fe:a9fe::1]' is no place for an API server
          https://[::169.254.169.254]   | server: 'https://[::169.254.169.254]' is no place for an API server
          http://example.com            | server: 'http://example.com' is not encrypted; https is needed
          http://10.0.0.1               | server: 'http://10.0.0.1' is not encrypted; https is needed
          example.com                   | server: 'example.com' is not an https URL
          file:///etc/passwd            | server: 'file:///etc/passwd' is not an https URL
          https://a:b@example.com       | server: a URL with a user, a query or a fragment is not used
          https://example.com/?a=b      | server: a URL with a user, a query or a fragment is not used
          https://exa mple              | server: 'https://exa mple' is not a URL
          """)
  void by_its_server(String server, String why) {
    assertThat(refusal(withServer(server))).isEqualTo(why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://example.com", "https://10.0.0.1:6443", "https://[2001:db8::1]:6443",
        "https://example.com/k8s/clusters/c-1/", "http://127.0.0.1:8001", "http://localhost:8001"
      })
  void but_not_a_usual_server(String server) {
    assertThat(read(withServer(server))).isInstanceOf(Kubeconfig.Reading.Usable.class);
  }

  @Test
  void without_a_context_it_would_have_to_guess() {
    String none = withServer("https://example.com").replace("\"current-context\": \"c\",", "");
    String unknown =
        withServer("https://example.com")
            .replace("\"current-context\": \"c\"", "\"current-context\": \"d\"");
    String twice =
        withServer("https://example.com")
            .replace("\"users\": [", "\"users\": [{\"name\": \"u\", \"user\": {}}, ");

    assertThat(refusal(none)).isEqualTo("it has no current-context");
    assertThat(refusal(unknown)).isEqualTo("it has no context called 'd'");
    assertThat(refusal(twice)).isEqualTo("it has two users called 'u'");
  }

  @Test
  void that_are_no_kubeconfigs() {
    assertThat(refusal("[]")).isEqualTo("it is not one map");
    assertThat(refusal("{}\n---\n{}")).isEqualTo("it is not one map");
    assertThat(refusal("")).isEqualTo("it is not one map");
    assertThat(refusal("{}")).isEqualTo("it has no current-context");
    assertThat(refusal("{" + " ".repeat(1 << 20) + "}")).isEqualTo("it has more than 1 MiB");
  }

  @Test
  void with_tokens_that_yaml_takes_for_numbers() {
    assertThat(refusal(kubeconfig("\"server\": \"https://example.com\"", "\"token\": 0777")))
        .isEqualTo("token: expected a text; put it in quotes");
  }

  @Test
  void and_never_shows_credentials() {
    String anchor = kubeconfig("\"server\": \"https://example.com\"", "\"token\": *hunter2");

    assertThat(refusal(anchor)).isEqualTo("it is not YAML in line 4");
    String secret = kubeconfig("\"server\": \"https://example.com\"", "\"token\": \"hunter2\"");

    assertThat(read(secret).toString()).doesNotContain("hunter2");
  }

  private static String withServer(String server) {
    return kubeconfig("\"server\": \"%s\"".formatted(server), "\"token\": \"t\"");
  }

  private static String kubeconfig(String cluster, String user) {
    return """
        {"current-context": "c",
         "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u"}}],
         "clusters": [{"name": "k", "cluster": {%s}}],
         "users": [{"name": "u", "user": {%s}}]}"""
        .formatted(cluster, user);
  }

  private static String refusal(String kubeconfig) {
    return refusal(read(kubeconfig));
  }

  private static String refusal(Kubeconfig.Reading reading) {
    return switch (reading) {
      case Kubeconfig.Reading.Refused(var why) ->
          why.replaceFirst("^the kubeconfig is refused: ", "");
      case Kubeconfig.Reading.Usable usable -> "used: " + usable;
    };
  }

  private static Kubeconfig.Reading read(String kubeconfig) {
    return Kubeconfig.read(kubeconfig.getBytes(StandardCharsets.UTF_8));
  }
}
