package dev.plumbline.kustomize;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A directory in a Git repository as kustomize writes it: {@code
 * https://github.com/org/repo//deploy/base?ref=v1.2.0}.
 *
 * @param repository the URL of the repository alone
 * @param path the directory in it, empty for its root
 * @param ref a branch, a tag or a commit; empty where the URL names none
 */
public record RemoteUrl(String repository, String path, Optional<String> ref) {
  private static final Pattern START =
      Pattern.compile(
          "(?i)(?<scheme>ssh://|https://|http://|file://)?(?<user>[a-z0-9-]+@)?"
              + "(?<host>[^/:?]+(?::[0-9]+(?=/))?)?(?<end>[/:])(?<rest>.*)");
  private static final String AZURE = "_git/";
  private static final String SEPARATOR = "//";
  private static final String SUFFIX = ".git";

  /**
   * Empty when the text is no Git URL by kustomize's grammar, a file on a web server for example.
   *
   * @throws BuildException when its path leaves the repository
   */
  static Optional<RemoteUrl> parse(String text) {
    String plain = text.regionMatches(true, 0, "git::", 0, 5) ? text.substring(5) : text;
    int question = plain.indexOf('?');
    String query = question < 0 ? "" : plain.substring(question + 1);
    Matcher start = START.matcher(question < 0 ? plain : plain.substring(0, question));
    if (!start.matches()) {
      return Optional.empty();
    }
    String scheme = lower(start.group("scheme"));
    String user = lower(start.group("user"));
    String host = lower(start.group("host"));
    boolean github = host.equals("github.com");
    if (scheme.isEmpty() && user.isEmpty() && !github) {
      return Optional.empty();
    }
    boolean scp = scheme.isEmpty() && !user.isEmpty() && start.group("end").equals(":");
    String before =
        github && user.isEmpty() && !scheme.equals("ssh://")
            ? "https://github.com/"
            : scp || !scheme.isEmpty()
                ? scheme + user + host + start.group("end")
                : "ssh://" + user + host + "/";
    return split(start.group("rest"), scheme.equals("file://"))
        .map(parts -> new RemoteUrl(before + parts.repository(), inside(parts, text), ref(query)));
  }

  private record Parts(String repository, String path) {}

  private static Optional<Parts> split(String rest, boolean isFile) {
    int azure = rest.indexOf(AZURE);
    if (azure >= 0) {
      int slash = rest.indexOf('/', azure + AZURE.length());
      return Optional.of(cut(rest, slash < 0 ? rest.length() : slash));
    }
    int separator = rest.indexOf(SEPARATOR);
    if (separator >= 0) {
      return Optional.of(cut(rest, separator));
    }
    int suffix = rest.indexOf(SUFFIX);
    if (suffix >= 0) {
      return Optional.of(cut(rest, suffix + SUFFIX.length()));
    }
    if (isFile) {
      return Optional.of(new Parts(rest, ""));
    }
    int first = rest.indexOf('/');
    if (first <= 0 || first == rest.length() - 1) {
      return Optional.empty();
    }
    int second = rest.indexOf('/', first + 1);
    return Optional.of(cut(rest, second < 0 ? rest.length() : second));
  }

  private static Parts cut(String rest, int at) {
    return new Parts(rest.substring(0, at), rest.substring(at).replaceFirst("^/+", ""));
  }

  private static String inside(Parts parts, String text) {
    int depth = 0;
    for (String segment : parts.path().split("/", -1)) {
      depth += segment.equals("..") ? -1 : segment.isEmpty() || segment.equals(".") ? 0 : 1;
      if (depth < 0) {
        throw new BuildException("url path exits repo: " + text);
      }
    }
    return parts.path().replaceFirst("/+$", "");
  }

  private static Optional<String> ref(String query) {
    return value(query, "ref").or(() -> value(query, "version"));
  }

  private static Optional<String> value(String query, String name) {
    for (String pair : query.split("&", -1)) {
      if (pair.startsWith(name + "=") && pair.length() > name.length() + 1) {
        return Optional.of(decoded(pair.substring(name.length() + 1)));
      }
    }
    return Optional.empty();
  }

  /** With {@code %2F} and its like decoded, unless it is not encoded that way. */
  private static String decoded(String text) {
    var bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '%') {
        bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
      } else if (i + 2 < text.length() && isHex(text, i + 1)) {
        bytes.write(HexFormat.fromHexDigits(text, i + 1, i + 3));
        i += 2;
      } else {
        return text;
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static boolean isHex(String text, int at) {
    return HexFormat.isHexDigit(text.charAt(at)) && HexFormat.isHexDigit(text.charAt(at + 1));
  }

  private static String lower(String part) {
    return part == null ? "" : part.toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return repository
        + (path.isEmpty() ? "" : SEPARATOR + path)
        + ref.map(name -> "?ref=" + name).orElse("");
  }
}
