package dev.plumbline.source.git;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.FetchOutcome.Reason;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Against a server that checks the assertion as GitHub does, and a Git server that checks the
 * token.
 */
final class AsksForAppTokensTest extends GitTest {
  private static final KeyPair KEY = key();
  private static final AppInstallation NUMBER = new AppInstallation.Numbered("42");

  private final List<String> issued = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final SettableClock clock = new SettableClock();
  private HttpServer github;
  private volatile String refusal = "";

  @BeforeEach
  void serveTokens() throws Exception {
    github = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    github.createContext("/", this::answer);
    github.start();
    repositories.close();
    repositories = new GitRepositories(clones(), GitLimits.DEFAULT, clock, Metrics.none());
    server.stepIn(
        request -> {
          String sent = String.valueOf(request.getRequestHeaders().getFirst("Authorization"));
          if (issued.stream().anyMatch(token -> sent.equals(basic(token)))) {
            return false;
          }
          request.sendResponseHeaders(401, -1);
          return true;
        });
    fleet.file("a.yaml", "a: 1\n").commit("main");
  }

  @AfterEach
  void stopGitHub() {
    github.stop(0);
  }

  @Test
  void one_token_does_for_many_fetches_until_it_is_about_to_expire() throws Exception {
    fetch(source(KEY));
    clock.now = clock.now.plus(Duration.ofMinutes(54));
    fetch(source(KEY));
    assertThat(issued).hasSize(1);

    clock.now = clock.now.plus(Duration.ofMinutes(2));
    fetch(source(KEY));

    assertThat(issued).hasSize(2);
    assertThat(requests).containsOnly("POST /api/v3/app/installations/42/access_tokens");
  }

  @Test
  void a_token_that_was_withdrawn_is_replaced_at_the_next_look() throws Exception {
    fetch(source(KEY));
    issued.set(0, "withdrawn");

    refused(source(KEY), Reason.AUTHENTICATION_REFUSED);

    fetch(source(KEY));
    assertThat(issued).hasSize(2);
  }

  @Test
  @Tag("SEC-GIT-17")
  void a_new_token_is_the_same_clone_and_another_app_is_not() throws Exception {
    fetch(source(KEY));
    clock.now = clock.now.plus(Duration.ofHours(2));
    fetch(source(KEY));
    assertThat(clonesOnDisk()).hasSize(1);

    fetch(as(new GitCredentials.GitHubApp("8", NUMBER, Secret.of(pem(KEY)), api())));
    assertThat(clonesOnDisk()).hasSize(2);
  }

  @Test
  @Tag("SEC-LEAK-04")
  void a_refusal_says_what_github_said_and_no_secret() throws Exception {
    String sentence = refused(source(key()), Reason.AUTHENTICATION_REFUSED).sentence();

    assertThat(sentence)
        .contains("gives App 7 no token for installation 42: HTTP 401, the assertion is not signed")
        .doesNotContain("\u001b")
        .doesNotContain("PRIVATE");
    assertThat(server.requests()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[",
        "{\"token\":\"t\"}",
        "{\"token\":\"a\\nb\",\"expires_at\":\"2026-12-01T00:00:00Z\"}",
        "{\"token\":\"t\",\"expires_at\":\"soon\"}"
      })
  void an_answer_without_a_token_is_no_answer(String body) throws Exception {
    refusal = body;

    refused(source(KEY), Reason.SERVER_ERROR);
  }

  @Test
  @Tag("SEC-NET-06")
  void an_answer_without_end_is_not_read_to_its_end() throws Exception {
    refusal = "{\"token\":\"" + "x".repeat(10_000_000) + "\"}";

    refused(source(KEY), Reason.SERVER_ERROR);
  }

  @Test
  void a_key_that_is_none_is_told_before_anybody_is_asked() throws Exception {
    assertThat(
            refused(
                    as(new GitCredentials.GitHubApp("7", NUMBER, Secret.of("s3cr3t"), api())),
                    Reason.AUTHENTICATION_REFUSED)
                .sentence())
        .endsWith(
            "the key githubAppPrivateKey of its Secret cannot be used: no PEM private key in it");
    assertThat(requests).isEmpty();
  }

  @Test
  void tokens_are_asked_for_over_tls_only() throws Exception {
    var source = source(KEY);
    var secure =
        new GitSource(
            FLEET,
            GitUrl.parse("https://localhost/fleet.git"),
            new GitAccess(source.access().credentials(), Optional.empty(), Optional.empty(), false),
            source.refs());

    refused(secure, Reason.INSECURE_URL);
    assertThat(requests).isEmpty();
  }

  @Test
  void the_installation_is_found_by_an_organisation_or_a_user() throws Exception {
    fetch(as(app(new AppInstallation.OfOwner("acme"))));
    fetch(as(app(new AppInstallation.OfOwner("alice"))));

    assertThat(requests)
        .containsExactly(
            "GET /api/v3/orgs/acme/installation",
            "POST /api/v3/app/installations/43/access_tokens",
            "GET /api/v3/orgs/alice/installation",
            "GET /api/v3/users/alice/installation",
            "POST /api/v3/app/installations/44/access_tokens");
  }

  @Test
  void or_by_the_repository() throws Exception {
    var url = GitUrl.parse("https://github.example.com/acme/fleet.git");

    fetch(as(app(AppInstallation.OfRepository.at(url).orElseThrow())));

    assertThat(requests)
        .containsExactly(
            "GET /api/v3/repos/acme/fleet/installation",
            "POST /api/v3/app/installations/45/access_tokens");
  }

  @Test
  void one_that_is_nowhere_is_told() throws Exception {
    String sentence =
        refused(as(app(new AppInstallation.OfOwner("nobody"))), Reason.AUTHENTICATION_REFUSED)
            .sentence();

    assertThat(sentence)
        .contains("names no installation of App 7 for nobody: HTTP 404, no such thing");
    assertThat(server.requests()).isEmpty();
  }

  private GitCredentials app(AppInstallation installation) {
    return new GitCredentials.GitHubApp("7", installation, Secret.of(pem(KEY)), api());
  }

  @Test
  @Tag("SEC-LEAK-04")
  void what_is_wrong_with_the_fields_is_told() {
    assertThatThrownBy(() -> new GitCredentials.GitHubApp("7\"", NUMBER, Secret.of(""), api()))
        .hasMessage("githubAppID is not the id of an App");
    assertThatThrownBy(() -> new AppInstallation.Numbered("../1"))
        .hasMessage("githubAppInstallationID is not a number");
    assertThatThrownBy(() -> new AppInstallation.OfOwner("../1"))
        .hasMessage("githubAppInstallationOwner is not the name of an organisation or a user");
    for (String url : List.of("https://x/fleet", "https://x/a/b/c")) {
      assertThat(AppInstallation.OfRepository.at(GitUrl.parse(url))).isEmpty();
    }
    for (String base :
        List.of("ftp://x", "x", "https://a:s3cr3t@x", "https://x?s3cr3t", "https://x y")) {
      assertThatThrownBy(() -> GitHubApi.parse(base))
          .hasMessage("githubAppBaseURL is not a url such as https://github.example.com/api/v3");
    }
  }

  private void answer(HttpExchange request) throws IOException {
    try (request) {
      requests.add(request.getRequestMethod() + " " + request.getRequestURI());
      String body = new String(request.getRequestBody().readAllBytes(), UTF_8);
      String wrong = wrong(request.getRequestHeaders().getFirst("Authorization"), body);
      if (wrong.isEmpty() && request.getRequestMethod().equals("GET")) {
        lookUp(request);
        return;
      }
      String token = "ghs_" + issued.size() + "x";
      String until = clock.now.plus(Duration.ofHours(1)).toString();
      String answer =
          !wrong.isEmpty()
              ? "{\"message\":\"%s\\u001b[31m\"}".formatted(wrong)
              : refusal.isEmpty()
                  ? "{\"token\":\"%s\",\"expires_at\":\"%s\"}".formatted(token, until)
                  : refusal;
      if (wrong.isEmpty() && refusal.isEmpty()) {
        issued.add(token);
      }
      byte[] bytes = answer.getBytes(UTF_8);
      request.sendResponseHeaders(wrong.isEmpty() ? 201 : 401, bytes.length);
      request.getResponseBody().write(bytes);
    }
  }

  private static void lookUp(HttpExchange request) throws IOException {
    String number =
        switch (request.getRequestURI().getPath()) {
          case "/api/v3/orgs/acme/installation" -> "43";
          case "/api/v3/users/alice/installation" -> "44";
          case "/api/v3/repos/acme/fleet/installation" -> "45";
          default -> "";
        };
    byte[] bytes =
        (number.isEmpty() ? "{\"message\":\"no such thing\"}" : "{\"id\":%s}".formatted(number))
            .getBytes(UTF_8);
    request.sendResponseHeaders(number.isEmpty() ? 404 : 200, bytes.length);
    request.getResponseBody().write(bytes);
  }

  private String wrong(String authorization, String body) {
    try {
      String[] parts = authorization.substring("Bearer ".length()).split("\\.", -1);
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initVerify(KEY.getPublic());
      signature.update((parts[0] + "." + parts[1]).getBytes(US_ASCII));
      if (!signature.verify(Base64.getUrlDecoder().decode(parts[2]))) {
        return "the assertion is not signed by the App";
      }
      var header = (MapNode) Json.read(Base64.getUrlDecoder().decode(parts[0]));
      var claims = (MapNode) Json.read(Base64.getUrlDecoder().decode(parts[1]));
      long now = clock.now.getEpochSecond();
      boolean timely =
          number(claims, "iat") <= now
              && number(claims, "exp") > now
              && number(claims, "exp") - number(claims, "iat") <= 600;
      return header.text("alg").orElse("").equals("RS256")
              && timely
              && claims.text("iss").orElse("").matches("[78]")
              && (body.isEmpty() || body.equals("{\"permissions\":{\"contents\":\"read\"}}"))
          ? ""
          : "the assertion is not one";
    } catch (GeneralSecurityException | RuntimeException e) {
      return e.toString();
    }
  }

  private static long number(MapNode claims, String name) {
    return Long.parseLong(claims.get(name).orElseThrow().toString());
  }

  private GitHubApi api() {
    return GitHubApi.parse("http://127.0.0.1:%d/api/v3/".formatted(github.getAddress().getPort()));
  }

  private GitSource source(KeyPair key) {
    return as(new GitCredentials.GitHubApp("7", NUMBER, Secret.of(pem(key)), api()));
  }

  private GitSource as(GitCredentials app) {
    return new GitSource(FLEET, server.url("fleet.git"), access(app), Set.of(branch("main")));
  }

  private static String pem(KeyPair key) {
    return TestIdentity.pem("PRIVATE KEY", key.getPrivate().getEncoded());
  }

  private static String basic(String token) {
    return "Basic "
        + Base64.getEncoder().encodeToString(("x-access-token:" + token).getBytes(US_ASCII));
  }

  private static KeyPair key() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class SettableClock implements Clock {
    private volatile Instant now = Instant.parse("2026-11-30T00:00:00Z");

    @Override
    public Instant now() {
      return now;
    }

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }
  }
}
