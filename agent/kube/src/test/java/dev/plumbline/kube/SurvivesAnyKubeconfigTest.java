package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.kube.Kubeconfig.Reading.Refused;
import dev.plumbline.kube.Kubeconfig.Reading.Usable;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;

/**
 * Whatever a kubeconfig says, it can be connected with, or is refused in a sentence, soon, and none
 * of its secrets is told.
 */
@Tag("SEC-TEN-04")
public final class SurvivesAnyKubeconfigTest {
  private static final Duration BOUND = Duration.ofSeconds(5);
  // What is planted in the seeds, and long enough for no word of ours to hold it.
  private static final Pattern SECRET = Pattern.compile("s3cr3t[A-Za-z0-9]{4,}");

  @FuzzTest
  void is_usable_or_refused_in_a_sentence(byte[] bytes) throws IOException {
    long start = System.nanoTime();
    Kubeconfig.Reading reading = Kubeconfig.read(bytes);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
    switch (reading) {
      case Usable(var kubeconfig) -> connect(kubeconfig.endpoint());
      case Refused(var why) -> assertThat(why).startsWith("the kubeconfig is refused: ");
    }
    tellsNoSecret(bytes, reading.toString());
  }

  private static void connect(Endpoint endpoint) throws IOException {
    assertThat(endpoint.server().getScheme()).isIn("https", "http");
    endpoint.tls().createSSLEngine("127.0.0.1", 443);
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint.server() + "/api"));
    endpoint
        .credentials()
        .authorization()
        .ifPresent(header -> header.use(value -> request.header("Authorization", value)));
    assertThat(request.build().uri().getHost()).isNotEmpty();
  }

  // A name that is written twice may be told: it is no secret to whoever wrote it as a name.
  private static void tellsNoSecret(byte[] bytes, String told) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    SECRET
        .matcher(text)
        .results()
        .map(match -> match.group())
        .filter(secret -> text.indexOf(secret) == text.lastIndexOf(secret))
        .filter(secret -> holds(text, secret))
        .forEach(secret -> assertThat(told).doesNotContain(secret));
  }

  private static boolean holds(String text, String secret) {
    String before = text.substring(0, text.indexOf(secret));
    String after = text.substring(before.length() + secret.length());
    return before.endsWith("token: ")
        || before.endsWith("password: ")
        || (before.endsWith("https://alice:") && after.startsWith("@"));
  }
}
