package dev.plumbline.source.git;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;

/**
 * Where a Git repository is: {@code https}, or {@code http} to this machine for tests. It never
 * holds a password or a token, so it may be printed anywhere. Equal URLs differ at most in case of
 * the host, a default port, and a trailing slash.
 *
 * @param host lower case; IPv6 addresses without brackets
 * @param port the default one spelled out
 * @param path starts with a slash, ends without
 */
public record GitUrl(String scheme, String host, int port, String path) {
  private static final int MAX_LENGTH = 2048;
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "::1");

  /**
   * Reads a URL as people write it.
   *
   * @throws IllegalArgumentException with a sentence that repeats no secret
   */
  public static GitUrl parse(String text) {
    if (text.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "a repository url of %d characters, at most %d are read"
              .formatted(text.length(), MAX_LENGTH));
    }
    URI uri = uri(text);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !scheme.equals("http")) {
      throw new IllegalArgumentException(
          "a repository url starts with https://, found scheme '%s'".formatted(scheme));
    }
    if (uri.getRawUserInfo() != null) {
      throw new IllegalArgumentException(
          "the repository url holds a user or password; put them in credentialsRef");
    }
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "the repository url has a query or fragment; put tokens in credentialsRef");
    }
    String host = uri.getHost();
    if (host == null || host.isEmpty()) {
      throw new IllegalArgumentException("the repository url has no valid host");
    }
    return new GitUrl(scheme, bare(host), port(uri, scheme), path(uri));
  }

  /** Whether it points at this very machine, by its own words: no name is looked up. */
  public boolean loopback() {
    return LOOPBACK.contains(host);
  }

  public boolean encrypted() {
    return scheme.equals("https");
  }

  /** Whether a request to {@code uri} goes to the same scheme, host and port. */
  boolean sameOrigin(URI uri) {
    return uri.getHost() != null
        && scheme.equalsIgnoreCase(uri.getScheme())
        && host.equals(bare(uri.getHost()))
        && port == port(uri, scheme);
  }

  @Override
  public String toString() {
    String shownHost = host.contains(":") ? "[" + host + "]" : host;
    String shownPort = port == defaultPort(scheme) ? "" : ":" + port;
    return scheme + "://" + shownHost + shownPort + path;
  }

  private static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      // Its message repeats the text, which may hold a token.
      throw new IllegalArgumentException(
          "the repository url cannot be read: " + reason(e) + "; expected https://host/path");
    }
  }

  private static String reason(URISyntaxException e) {
    return e.getReason().toLowerCase(Locale.ROOT) + " at character " + (e.getIndex() + 1);
  }

  private static String bare(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    if (!lower.startsWith("[")) {
      return lower;
    }
    String address = lower.substring(1, lower.length() - 1);
    // An IPv4 address in IPv6 clothes, ::ffff:127.0.0.1, goes by its own name.
    return address.contains(".") ? InetAddress.ofLiteral(address).getHostAddress() : address;
  }

  private static int port(URI uri, String scheme) {
    return uri.getPort() < 0 ? defaultPort(scheme) : uri.getPort();
  }

  private static int defaultPort(String scheme) {
    return scheme.equals("https") ? 443 : 80;
  }

  private static String path(URI uri) {
    String path = uri.getRawPath();
    while (path.endsWith("/")) {
      path = path.substring(0, path.length() - 1);
    }
    for (String segment : path.split("/", -1)) {
      if (segment.equals("..") || segment.equals(".")) {
        throw new IllegalArgumentException("the path of the repository url has a dot segment");
      }
    }
    if (path.isEmpty()) {
      throw new IllegalArgumentException("the repository url names a host but no repository");
    }
    return path;
  }
}
