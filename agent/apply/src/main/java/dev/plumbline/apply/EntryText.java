package dev.plumbline.apply;

import dev.plumbline.model.Digest128;
import dev.plumbline.model.ObjectKey;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An entry as one line: {@code apps/v1|Deployment|web|api|<uid>|<wanted>|<owned>|<flags>}, where a
 * flag is {@code c} (creating), {@code d} (deleting), {@code t} (told) or {@code m} (merged). RBAC
 * names may hold any character, so {@code |} and {@code %} are percent-encoded.
 */
final class EntryText {
  private static final Pattern API_VERSION = Pattern.compile("([^/]+/)?[^/]+");
  private static final Pattern FLAGS = Pattern.compile("c?d?t?m?");

  private EntryText() {}

  static String write(Entry entry) {
    return String.join(
        "|",
        entry.apiVersion(),
        entry.key().kind(),
        entry.key().namespace(),
        escape(entry.key().name()),
        entry.uid(),
        entry.wanted().toString(),
        entry.owned().map(Digest128::toString).orElse(""),
        flags(entry));
  }

  private static String flags(Entry entry) {
    return (entry.creating() ? "c" : "")
        + (entry.deleting() ? "d" : "")
        + (entry.told() ? "t" : "")
        + (entry.merged() ? "m" : "");
  }

  static Entry read(String line) {
    String[] part = line.split("\\|", -1);
    if (part.length != 8) {
      throw unreadable(line, "expected 8 fields, found " + part.length);
    }
    if (!API_VERSION.matcher(part[0]).matches()) {
      throw unreadable(line, "'%s' is no API version".formatted(part[0]));
    }
    int slash = part[0].indexOf('/');
    String group = slash < 0 ? "" : part[0].substring(0, slash);
    if (!FLAGS.matcher(part[7]).matches()) {
      throw unreadable(line, "unknown flags");
    }
    try {
      return new Entry(
          new ObjectKey(group, part[1], part[2], unescape(part[3])),
          part[0].substring(slash + 1),
          part[4],
          Digest128.parse(part[5]),
          part[6].isEmpty() ? Optional.empty() : Optional.of(Digest128.parse(part[6])),
          part[7].contains("c"),
          part[7].contains("d"),
          part[7].contains("t"),
          part[7].contains("m"));
    } catch (IllegalArgumentException e) {
      throw unreadable(line, e.getMessage());
    }
  }

  private static IllegalArgumentException unreadable(String line, String why) {
    return new IllegalArgumentException(
        "inventory entry '%s' cannot be read: %s".formatted(line, why));
  }

  private static String escape(String name) {
    return name.replace("%", "%25").replace("|", "%7C").replace("+", "%2B");
  }

  private static String unescape(String name) {
    return URLDecoder.decode(name, StandardCharsets.UTF_8);
  }
}
