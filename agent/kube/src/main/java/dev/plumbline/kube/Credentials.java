package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** What goes into the {@code Authorization} header; client certificates are in the TLS context. */
interface Credentials {
  Optional<Secret<String>> authorization() throws IOException;

  /** The server did not accept them: forget what was remembered. */
  void rejected();

  /** Headers by which the holder of the credentials acts as somebody else; none mostly. */
  default Headers impersonation() {
    return Headers.NONE;
  }

  static Credentials none() {
    return new Fixed(Optional.empty());
  }

  static Credentials token(Secret<String> token) {
    return new Fixed(Optional.of(token.map(text -> "Bearer " + text)));
  }

  static Credentials basic(String username, Secret<String> password) {
    return new Fixed(Optional.of(password.map(text -> "Basic " + base64(username + ":" + text))));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Whatever the source hands out at the time. */
  static Credentials tokens(TokenSource source) {
    return new Issued(source);
  }

  /** Names and values, of which a name may come more than once. */
  record Headers(List<Map.Entry<String, String>> headers) {
    static final Headers NONE = new Headers(List.of());

    public Headers {
      headers = List.copyOf(headers);
    }

    void forEach(BiConsumer<String, String> each) {
      headers.forEach(header -> each.accept(header.getKey(), header.getValue()));
    }
  }

  /** Somebody's credentials, by whose rights he acts as another. */
  record As(Credentials own, Headers impersonation) implements Credentials {
    @Override
    public Optional<Secret<String>> authorization() throws IOException {
      return own.authorization();
    }

    @Override
    public void rejected() {
      own.rejected();
    }
  }

  record Issued(TokenSource source) implements Credentials {
    @Override
    public Optional<Secret<String>> authorization() throws IOException {
      return Optional.of(source.token().map(text -> "Bearer " + text));
    }

    @Override
    public void rejected() {
      source.rejected();
    }
  }

  record Fixed(Optional<Secret<String>> authorization) implements Credentials {
    @Override
    public void rejected() {
      // Nothing was remembered.
    }
  }

  /** A service account's token in a file, which the kubelet renews long before it expires. */
  final class TokenFile implements Credentials {
    private static final Duration KEPT = Duration.ofMinutes(1);
    private static final long MOST_BYTES = 64 << 10;

    private final Path file;
    private final Clock clock;
    private volatile Read read;

    TokenFile(Path file, Clock clock) {
      this.file = file;
      this.clock = clock;
    }

    @Override
    public Optional<Secret<String>> authorization() throws IOException {
      var known = read;
      if (known == null || clock.elapsed(known.at).compareTo(KEPT) > 0) {
        known = new Read(header(), clock.nanoTime());
        read = known;
      }
      return Optional.of(known.header);
    }

    @Override
    public void rejected() {
      read = null;
    }

    private Secret<String> header() throws IOException {
      if (Files.size(file) > MOST_BYTES) {
        throw new IOException(file + " is too large for a token");
      }
      String token = Files.readString(file).strip();
      if (token.isEmpty()) {
        throw new IOException(file + " holds no token");
      }
      return Secret.of("Bearer " + token);
    }

    private record Read(Secret<String> header, long at) {}
  }
}
