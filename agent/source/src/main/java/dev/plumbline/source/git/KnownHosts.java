package dev.plumbline.source.git;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys by which SSH servers are known, in the form of OpenSSH's {@code known_hosts}: names with
 * wildcards, hashed names, and {@code @revoked}. A key that is not in it is not accepted, the first
 * time neither (SEC-GIT-07). Certificate authorities are passed over: no host certificate is asked
 * for.
 */
final class KnownHosts {
  private final List<Line> lines;

  private KnownHosts(List<Line> lines) {
    this.lines = lines;
  }

  private record Line(boolean revoked, List<String> names, HostKey key) {}

  /**
   * @param trusted strong keys only
   * @param weak of those in the file, the ones that are not relied on
   */
  record Keys(Set<HostKey> trusted, Set<HostKey> weak, Set<HostKey> revoked) {
    boolean accept(HostKey key) {
      return trusted.contains(key) && !revoked.contains(key);
    }
  }

  /**
   * @throws IllegalArgumentException with the rest of a sentence, which names the line
   */
  static KnownHosts parse(String text) {
    var lines = new ArrayList<Line>();
    int number = 0;
    for (String line : text.split("\\R", -1)) {
      number++;
      String bare = line.strip();
      if (!bare.isEmpty() && !bare.startsWith("#")) {
        try {
          read(bare, lines);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException("line %d has %s".formatted(number, e.getMessage()), e);
        }
      }
    }
    return new KnownHosts(List.copyOf(lines));
  }

  private static void read(String line, List<Line> into) {
    List<String> words = Arrays.asList(line.split("[ \t]+", -1));
    String marker = words.getFirst().startsWith("@") ? words.getFirst() : "";
    if (!marker.isEmpty()) {
      words = words.subList(1, words.size());
    }
    if (words.size() < 3) {
      throw new IllegalArgumentException("not a host, a type and a key");
    }
    HostKey key = HostKey.parse(words.get(1), words.get(2));
    switch (marker) {
      case "", "@revoked" ->
          into.add(new Line(!marker.isEmpty(), List.of(words.getFirst().split(",", -1)), key));
      case "@cert-authority" -> {
        // Says nothing about the keys of hosts.
      }
      default -> throw new IllegalArgumentException("an unknown marker");
    }
  }

  /** The keys of a host; another port than 22 is part of its name. */
  Keys of(String host, int port) {
    String name = name(host, port);
    var trusted = new LinkedHashSet<HostKey>();
    var weak = new LinkedHashSet<HostKey>();
    var revoked = new LinkedHashSet<HostKey>();
    for (Line line : lines) {
      if (matches(line.names, name)) {
        Set<HostKey> into = line.revoked ? revoked : line.key.strong() ? trusted : weak;
        into.add(line.key);
      }
    }
    return new Keys(trusted, weak, revoked);
  }

  /** As the host is called in the file. */
  static String name(String host, int port) {
    String lower = host.toLowerCase(Locale.ROOT);
    return port == 22 ? lower : "[%s]:%d".formatted(lower, port);
  }

  // A pattern with ! that matches takes the host out of the line.
  private static boolean matches(List<String> patterns, String name) {
    boolean matches = false;
    for (String pattern : patterns) {
      if (pattern.startsWith("!")) {
        if (glob(pattern.substring(1).toLowerCase(Locale.ROOT), name)) {
          return false;
        }
      } else if (pattern.startsWith("|1|")
          ? hashes(pattern, name)
          : glob(pattern.toLowerCase(Locale.ROOT), name)) {
        matches = true;
      }
    }
    return matches;
  }

  private static boolean hashes(String pattern, String name) {
    String[] parts = pattern.split("\\|", -1);
    if (parts.length != 4) {
      return false;
    }
    try {
      Mac mac = Mac.getInstance("HmacSHA1");
      mac.init(new SecretKeySpec(Base64.getDecoder().decode(parts[2]), "HmacSHA1"));
      byte[] hash = mac.doFinal(name.getBytes(StandardCharsets.US_ASCII));
      return MessageDigest.isEqual(hash, Base64.getDecoder().decode(parts[3]));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      return false;
    }
  }

  // Only the last star is ever gone back to, so this takes length times length at most.
  private static boolean glob(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int mark = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        mark = t;
      } else if (p < pattern.length()
          && (pattern.charAt(p) == '?' || pattern.charAt(p) == text.charAt(t))) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++mark;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
