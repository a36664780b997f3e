package dev.plumbline.source.git;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Digest;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Secret;
import dev.plumbline.source.git.FetchOutcome.Reason;
import dev.plumbline.source.git.GitCredentials.GitHubApp;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;

/**
 * The tokens of GitHub Apps, kept until shortly before they expire. They are asked for read rights
 * to contents and nothing else, whatever the App may do.
 */
final class AppTokens {
  private static final int MAX_ANSWER = 64 << 10;
  private static final Duration BEFORE_THE_END = Duration.ofMinutes(5);
  private static final Pattern TOKEN = Pattern.compile("[!-~]{1,1024}");
  private static final byte[] WANTED =
      "{\"permissions\":{\"contents\":\"read\"}}".getBytes(StandardCharsets.US_ASCII);

  private final Clock clock;
  private final Map<Digest, Issued> tokens = new ConcurrentHashMap<>();

  AppTokens(Clock clock) {
    this.clock = clock;
  }

  private record Issued(GitCredentials.Basic credentials, Instant until) {}

  /**
   * Credentials that are good for this fetch.
   *
   * @throws Stop when GitHub would not, or could not be reached
   */
  GitCredentials.Header of(GitHubApp app, Exchange exchange) throws IOException {
    Digest who = who(app);
    Issued known = tokens.get(who);
    if (known == null || !clock.now().isBefore(known.until.minus(BEFORE_THE_END))) {
      known = ask(app, exchange);
      tokens.put(who, known);
    }
    return known.credentials;
  }

  /** The token was not accepted: the next fetch gets another one. */
  void rejected(GitHubApp app) {
    tokens.remove(who(app));
  }

  private static Digest who(GitHubApp app) {
    return app.identity().use(Digest::of);
  }

  private Issued ask(GitHubApp app, Exchange exchange) throws IOException {
    String installation = number(app, exchange);
    Reply reply = send(app, "POST", app.api().tokens(installation), exchange);
    if (reply.status() != HttpURLConnection.HTTP_CREATED) {
      throw refused(
          app,
          "gives App %s no token for installation %s".formatted(app.app(), installation),
          reply);
    }
    return issued(app, reply.body());
  }

  // Asked anew with every token: an App that was installed again has another number.
  private String number(GitHubApp app, Exchange exchange) throws IOException {
    if (app.installation() instanceof AppInstallation.Numbered(String number)) {
      return number;
    }
    var reply = new Reply(HttpURLConnection.HTTP_NOT_FOUND, MapNode.EMPTY);
    for (URI lookup : app.api().lookups(app.installation())) {
      reply = send(app, "GET", lookup, exchange);
      if (reply.status() != HttpURLConnection.HTTP_NOT_FOUND) {
        break;
      }
    }
    Optional<String> number = reply.body().text("id").filter(AppInstallation.Numbered::isNumber);
    if (reply.status() != HttpURLConnection.HTTP_OK || number.isEmpty()) {
      throw refused(
          app,
          "names no installation of App %s for %s".formatted(app.app(), app.installation()),
          reply);
    }
    return number.get();
  }

  /** What GitHub answered. */
  private record Reply(int status, MapNode body) {}

  private Reply send(GitHubApp app, String method, URI uri, Exchange exchange) throws IOException {
    HttpURLConnection http = open(app, method, uri, exchange);
    try {
      http.setRequestProperty("Authorization", "Bearer " + AppAssertion.of(app, clock.now()));
      if (method.equals("POST")) {
        http.setDoOutput(true);
        http.setRequestProperty("Content-Type", "application/json");
        try (OutputStream out = http.getOutputStream()) {
          out.write(WANTED);
        }
      }
      return new Reply(http.getResponseCode(), answer(http, exchange));
    } catch (Stop stop) {
      throw stop;
    } catch (IOException e) {
      Stop stop = exchange.stop(e);
      throw new Stop(stop.reason(), "%s: %s".formatted(app.api(), stop.getMessage()));
    } finally {
      http.disconnect();
    }
  }

  private static HttpURLConnection open(GitHubApp app, String method, URI uri, Exchange exchange)
      throws IOException {
    if (!app.api().encrypted() && !(exchange.allowInsecure() && app.api().loopback())) {
      throw new Stop(Reason.INSECURE_URL, "%s is not encrypted; use https".formatted(app.api()));
    }
    var http = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
    http.setInstanceFollowRedirects(false);
    http.setConnectTimeout((int) exchange.idleTime().toMillis());
    http.setReadTimeout((int) exchange.idleTime().toMillis());
    http.setRequestMethod(method);
    http.setRequestProperty("Accept", "application/vnd.github+json");
    http.setRequestProperty("User-Agent", "plumbline git");
    if (http instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(exchange.sockets());
    }
    return http;
  }

  private static MapNode answer(HttpURLConnection http, Exchange exchange) throws IOException {
    InputStream body = http.getResponseCode() < 400 ? http.getInputStream() : http.getErrorStream();
    if (body == null) {
      return MapNode.EMPTY;
    }
    byte[] bytes = exchange.metered(body, http::disconnect).readNBytes(MAX_ANSWER);
    try {
      return Json.read(bytes) instanceof MapNode map ? map : MapNode.EMPTY;
    } catch (JsonException e) {
      return MapNode.EMPTY;
    }
  }

  private static Stop refused(GitHubApp app, String what, Reply reply) {
    String said = reply.body().text("message").map(text -> ", " + Text.line(text)).orElse("");
    return new Stop(
        reply.status() >= 500 ? Reason.SERVER_ERROR : Reason.AUTHENTICATION_REFUSED,
        "%s %s: HTTP %d%s".formatted(app.api(), what, reply.status(), said));
  }

  private static Issued issued(GitHubApp app, MapNode answer) throws Stop {
    Optional<String> token = answer.text("token").filter(t -> TOKEN.matcher(t).matches());
    Optional<Instant> until = answer.text("expires_at").flatMap(AppTokens::instant);
    if (token.isEmpty() || until.isEmpty()) {
      throw new Stop(
          Reason.SERVER_ERROR,
          "%s answered without a token and when it expires".formatted(app.api()));
    }
    return new Issued(
        new GitCredentials.Basic("x-access-token", Secret.of(token.get())), until.get());
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
