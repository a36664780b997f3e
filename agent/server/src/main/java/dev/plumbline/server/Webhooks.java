package dev.plumbline.server;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Push webhooks as GitHub and Gitea send them, {@code POST /hooks/<namespace>/<repository>}.
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
  private static final Pattern SIGNATURE = Pattern.compile("sha256=([0-9a-fA-F]{64})");
  private static final Set<String> CONTENT_TYPES =
      Set.of("application/json", "application/x-www-form-urlencoded");

  private final HookSecrets secrets;
  private final Consumer<Name> look;
  private final Metrics metrics;
  private final Secret<byte[]> nobodys = Secret.of(random());

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
    Optional<Secret<byte[]>> secret =
        repository.flatMap(secrets::of).filter(s -> s.use(key -> key.length > 0));
    Mac mac = secret.orElse(nobodys).use(Webhooks::hmac);
    if (!fits(exchange.getRequestBody(), mac)) {
      return Answer.text(413, "at most %d bytes".formatted(MAX_BODY));
    }
    boolean signed = MessageDigest.isEqual(mac.doFinal(), claimed(exchange));
    if (!signed || secret.isEmpty()) {
      return Answer.text(401, "the signature does not match");
    }
    return told(repository.orElseThrow(), exchange.getRequestHeaders().getFirst("X-GitHub-Event"));
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
  private static boolean fits(InputStream body, Mac mac) throws IOException {
    var buffer = new byte[8192];
    int total = 0;
    for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
      total += count;
      if (total > MAX_BODY) {
        return false;
      }
      mac.update(buffer, 0, count);
    }
    return true;
  }

  /** What the sender says the signature is; of no length where it says nothing usable. */
  private static byte[] claimed(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("X-Hub-Signature-256");
    Matcher signature = SIGNATURE.matcher(header == null ? "" : header);
    return signature.matches() ? HexFormat.of().parseHex(signature.group(1)) : new byte[0];
  }

  private Answer told(Name repository, String event) {
    return switch (event == null ? "push" : event) {
      case "push" -> {
        look.accept(repository);
        yield Answer.text(202, "looking");
      }
      case "ping" -> Answer.text(200, "pong");
      default -> Answer.text(200, "only push events are of interest");
    };
  }

  private static Mac hmac(byte[] key) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
    }
  }

  private static byte[] random() {
    var key = new byte[32];
    new SecureRandom().nextBytes(key);
    return key;
  }
}
