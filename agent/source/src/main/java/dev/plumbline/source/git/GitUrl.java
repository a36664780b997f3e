package dev.plumbline.source.git;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a Git repository is: {@code https}, {@code ssh} (also as scp writes it, {@code
 * git@host:path}), or {@code http} to this machine for tests. It never holds a password or a token,
 * so it may be printed anywhere. Equal URLs differ at most in case of the host, a default port, and
 * a trailing slash.
 *
 * @param user of ssh; empty for the others
 * @param host lower case; IPv6 addresses without brackets
 * @param port the default one spelled out
 * @param path ends without a slash; starts with one, unless scp wrote it: then it is looked for
 *     from the home directory of the user
 */
public record GitUrl(String scheme, String user, String host, int port, String path) {
  private static final int MAX_LENGTH = 2048;
  private static final Map<String, Integer> PORTS = Map.of("https", 443, "http", 80, "ssh", 22);
  private static final String USER = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}";
  private static final Pattern SCP =
      Pattern.compile("(" + USER + ")@([A-Za-z0-9][A-Za-z0-9.-]{0,253}):([^/:].*)");
  private static final Pattern SSH_PATH =
      Pattern.compile("[A-Za-z0-9._~/+@=,][A-Za-z0-9._~/+@=,-]*");
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
    Matcher scp = SCP.matcher(text);
    if (!text.contains("://") && scp.matches()) {
      String host = scp.group(2).toLowerCase(Locale.ROOT);
      return new GitUrl("ssh", scp.group(1), host, PORTS.get("ssh"), sshPath(path(scp.group(3))));
    }
    URI uri = uri(text);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!PORTS.containsKey(scheme)) {
      throw new IllegalArgumentException(
          "a repository url starts with https:// or ssh://, or is user@host:path; found scheme '%s'"
              .formatted(scheme));
    }
    String user = user(uri, scheme);
    if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          "the repository url has a query or fragment; put tokens in credentialsRef");
    }
    String host = uri.getHost();
    if (host == null || host.isEmpty()) {
      throw new IllegalArgumentException("the repository url has no valid host");
    }
    String path = path(uri.getRawPath());
    return new GitUrl(
        scheme, user, bare(host), port(uri, scheme), scheme.equals("ssh") ? sshPath(path) : path);
  }

  private static String user(URI uri, String scheme) {
    String user = uri.getRawUserInfo();
    if (!scheme.equals("ssh")) {
      if (user != null) {
        throw new IllegalArgumentException(
            "the repository url holds a user or password; put them in credentialsRef");
      }
      return "";
    }
    if (user == null || !user.matches(USER)) {
      throw new IllegalArgumentException(
          "a repository url with ssh:// names a user, and no password: ssh://git@host/path");
    }
    return user;
  }

  // It becomes a part of a command line on the other side.
  private static String sshPath(String path) {
    if (!SSH_PATH.matcher(path).matches()) {
      throw new IllegalArgumentException(
          "the path of the repository url has a character that is not used with ssh");
    }
    return path;
  }

  /** Whether it points at this very machine, by its own words: no name is looked up. */
  public boolean loopback() {
    return isLoopback(host);
  }

  static boolean isLoopback(String host) {
    return LOOPBACK.contains(host);
  }

  public boolean encrypted() {
    return !scheme.equals("http");
  }

  public boolean ssh() {
    return scheme.equals("ssh");
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
    if (!path.startsWith("/")) {
      return user + "@" + host + ":" + path;
    }
    String shownUser = user.isEmpty() ? "" : user + "@";
    String shownHost = host.contains(":") ? "[" + host + "]" : host;
    String shownPort = port == PORTS.get(scheme) ? "" : ":" + port;
    return scheme + "://" + shownUser + shownHost + shownPort + path;
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
    return uri.getPort() < 0 ? PORTS.get(scheme) : uri.getPort();
  }

  private static String path(String raw) {
    String path = raw;
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
