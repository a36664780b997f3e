package dev.plumbline.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.sun.net.httpserver.Headers;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/**
 * Whatever is sent to a webhook, of any host's form: it is answered soon, and nobody looks anywhere
 * unless it was signed with the key.
 */
@Tag("SEC-NET-02")
public final class SurvivesAnyWebhookTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  private static final List<HookType> TYPES = List.of(HookType.values());
  private static final String KEY = "the-key-that-no-input-knows-2f1c9d";

  /**
   * @param bytes the host's form, then the path, the headers a line each, a blank line, the body
   */
  @FuzzTest
  void is_answered_and_believed_only_when_signed(byte[] bytes) throws IOException {
    if (bytes.length == 0) {
      return;
    }
    HookType type = TYPES.get((bytes[0] & 0xff) % TYPES.size());
    String text = new String(bytes, 1, bytes.length - 1, StandardCharsets.ISO_8859_1);
    var call = Call.of(text);
    if (call.isEmpty()) {
      return;
    }
    var looked = new ArrayList<Name>();
    var key = new HookKey(type, Secret.of(KEY.getBytes(StandardCharsets.UTF_8)));
    var webhooks = new Webhooks(repository -> Optional.of(key), looked::add, Metrics.none());
    long start = System.nanoTime();

    Answer answer = webhooks.answer(new CallByHand(call.get()));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
    assertThat(answer.status()).isIn(401, 405, 413, 415);
    assertThat(looked).isEmpty();
  }

  /** A call as it comes in. */
  record Call(String method, URI path, Headers headers, String body) {
    static Optional<Call> of(String text) {
      String[] parts = text.split("\n\n", 2);
      List<String> lines = parts[0].lines().toList();
      if (lines.isEmpty()) {
        return Optional.empty();
      }
      try {
        var headers = new Headers();
        for (String line : lines.subList(1, lines.size())) {
          int colon = line.indexOf(':');
          headers.add(line.substring(0, Math.max(colon, 0)), line.substring(colon + 1).strip());
        }
        String[] first = lines.getFirst().split(" ", 2);
        var path = URI.create(first.length < 2 ? "/" : first[1]);
        String body = parts.length < 2 ? "" : parts[1];
        return path.getRawPath() == null
            ? Optional.empty()
            : Optional.of(new Call(first[0], path, headers, body));
      } catch (IllegalArgumentException e) {
        return Optional.empty(); // the server of the JDK takes no such call
      }
    }
  }
}
