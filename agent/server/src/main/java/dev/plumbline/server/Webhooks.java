package dev.plumbline.server;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Push webhooks as Git hosts send them, {@code POST /hooks/<namespace>/<repository>}.
 *
 * <p>A delivery is a hint to look, nothing more, so its body is never parsed: it is hashed while it
 * arrives and forgotten (SEC-NET-02). A Repository that does not exist, one that takes no webhooks
 * and a wrong signature look the same from outside (SEC-LEAK-08).
 */
public final class Webhooks implements Pages {
  private static final String PATH = "/hooks/";

  private static final int MAX_BODY = 1 << 20;
  private static final String DNS_NAME = "([a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?)";
  private static final Pattern ROUTE = Pattern.compile(PATH + DNS_NAME + "/" + DNS_NAME);
  private static final HookKey NOBODYS = new HookKey(HookType.GIT_HUB, Secret.of(Proof.random()));
  private static final Set<String> CONTENT_TYPES =
      Set.of("application/json", "application/x-www-form-urlencoded");

  private final HookSecrets secrets;
  private final Consumer<Name> look;
  private final Metrics metrics;

  /**
   * @param look told the Repository to look at; returns at once
   */
  public Webhooks(HookSecrets secrets, Consumer<Name> look, Metrics metrics) {
    this.secrets = secrets;
    this.look = look;
    this.metrics = metrics;
  }

  @Override
  public boolean serves(String path) {
    return path.startsWith(PATH);
  }

  @Override
  public boolean slow() {
    return true;
  }

  @Override
  public Answer answer(HttpExchange exchange) throws IOException {
    Answer answer = judged(exchange);
    metrics.count("plumbline_webhooks_total", "code", Integer.toString(answer.status()));
    return answer;
  }

  private Answer judged(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return Answer.onlyBy("POST");
    }
    if (!CONTENT_TYPES.contains(contentType(exchange))) {
      return Answer.text(
          415, "only " + String.join(" or ", CONTENT_TYPES.stream().sorted().toList()));
    }
    Optional<Name> repository = repository(exchange.getRequestURI().getRawPath());
    Optional<HookKey> key =
        repository.flatMap(secrets::of).filter(k -> k.key().use(bytes -> bytes.length > 0));
    Proof proof = Proof.of(key.orElse(NOBODYS), exchange.getRequestHeaders());
    if (!fits(exchange.getRequestBody(), proof)) {
      return Answer.text(413, "at most %d bytes".formatted(MAX_BODY));
    }
    if (!proof.holds() || key.isEmpty()) {
      return Answer.text(401, "the signature does not match");
    }
    return told(repository.orElseThrow(), key.get().type(), exchange);
  }

  private static String contentType(HttpExchange exchange) {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type == null) {
      return "";
    }
    int parameters = type.indexOf(';');
    return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
  }

  private static Optional<Name> repository(String path) {
    Matcher route = ROUTE.matcher(path);
    return route.matches()
        ? Optional.of(new Name(route.group(1), route.group(2)))
        : Optional.empty();
  }

  // Neither the length that was announced nor the one that comes is believed (SEC-NET-03).
  private static boolean fits(InputStream body, Proof proof) throws IOException {
    var buffer = new byte[8192];
    int total = 0;
    for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
      total += count;
      if (total > MAX_BODY) {
        return false;
      }
      proof.over(buffer, count);
    }
    return true;
  }

  private Answer told(Name repository, HookType type, HttpExchange exchange) {
    String event =
        type.eventHeader().isEmpty()
            ? null
            : exchange.getRequestHeaders().getFirst(type.eventHeader());
    if (!type.isPush(event)) {
      return Answer.text(200, "only pushes are of interest");
    }
    look.accept(repository);
    return Answer.text(202, "looking");
  }
}
