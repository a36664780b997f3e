package dev.plumbline.source.git;

import dev.plumbline.model.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * An HTTP proxy to tunnel through.
 *
 * @param authorization the value of the header {@code Proxy-Authorization}
 */
public record GitProxy(String host, int port, Optional<Secret<String>> authorization) {
  private static final String EXPECTED = "; expected http://proxy.example.com:3128";

  /** Who may use the proxy. */
  public record User(String name, Secret<String> password) {}

  /**
   * @param address {@code http://proxy.example.com:3128}
   * @throws IllegalArgumentException with the rest of a sentence that starts with where it is from
   */
  public static GitProxy parse(String address, Optional<User> user) {
    URI uri = uri(address);
    if (!"http".equalsIgnoreCase(uri.getScheme())) {
      throw new IllegalArgumentException("its address is no http:// url" + EXPECTED);
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "its address holds a user or password; put them in username and password");
    }
    boolean more = uri.getRawQuery() != null || uri.getRawFragment() != null;
    if (uri.getHost() == null || more || !uri.getRawPath().matches("/?")) {
      throw new IllegalArgumentException("its address is not just a host and a port" + EXPECTED);
    }
    return new GitProxy(
        uri.getHost().toLowerCase(Locale.ROOT),
        uri.getPort() < 0 ? 80 : uri.getPort(),
        user.map(GitProxy::basic));
  }

  // The message of the exception repeats the text, which may hold a password.
  private static URI uri(String address) {
    try {
      return new URI(address);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("its address cannot be read as a url" + EXPECTED);
    }
  }

  private static Secret<String> basic(User user) {
    return user.password.map(
        password ->
            "Basic "
                + Base64.getEncoder()
                    .encodeToString((user.name + ":" + password).getBytes(StandardCharsets.UTF_8)));
  }

  Secret<String> identity() {
    return authorization.orElse(Secret.of("")).map(header -> host + ":" + port + " " + header);
  }

  /** For people. */
  @Override
  public String toString() {
    return "proxy " + host + ":" + port;
  }
}
