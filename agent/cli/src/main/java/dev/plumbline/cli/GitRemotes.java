package dev.plumbline.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which repositories a clone comes from, as its configuration says. */
record GitRemotes(Set<String> urls) {
  private static final int MOST_BYTES = 1 << 20;
  private static final Pattern SECTION = Pattern.compile("\\[\\s*([^\\s\\]]+).*");
  private static final Pattern URL =
      Pattern.compile("url\\s*=\\s*\"?([^\"#;]+?)\"?\\s*(?:[#;].*)?");
  private static final Pattern SCP = Pattern.compile("(?:[^@/]+@)?([^:/]+):(?!//)/*(.*)");
  private static final Pattern WITH_SCHEME =
      Pattern.compile("[a-z+]+://(?:[^@/]*@)?([^/:]+)(?::\\d+)?/+(.*)");

  GitRemotes {
    urls = Set.copyOf(urls);
  }

  /**
   * @param root a work tree; outside of one there are no remotes
   */
  static GitRemotes of(Path root) throws IOException {
    Optional<Path> folder = folder(root.resolve(".git"));
    if (folder.isEmpty() || !Files.isRegularFile(folder.get().resolve("config"))) {
      return new GitRemotes(Set.of());
    }
    var urls = new LinkedHashSet<String>();
    boolean remote = false;
    for (String line : text(folder.get().resolve("config")).lines().map(String::strip).toList()) {
      Matcher section = SECTION.matcher(line);
      Matcher url = URL.matcher(line);
      if (section.matches()) {
        remote = section.group(1).toLowerCase(Locale.ROOT).equals("remote");
      } else if (remote && url.matches()) {
        urls.add(plain(url.group(1)));
      }
    }
    return new GitRemotes(urls);
  }

  // In a second work tree .git is a file that leads to the first one's.
  private static Optional<Path> folder(Path git) throws IOException {
    if (!Files.isRegularFile(git)) {
      return Optional.of(git).filter(Files::isDirectory);
    }
    String line = text(git).strip();
    if (!line.startsWith("gitdir:")) {
      return Optional.empty();
    }
    Path own = git.resolveSibling(line.substring("gitdir:".length()).strip());
    Path common = own.resolve("commondir");
    return Optional.of(
        Files.isRegularFile(common) ? own.resolve(text(common).strip()).normalize() : own);
  }

  private static String text(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
  }

  boolean contain(String url) {
    return urls.contains(plain(url));
  }

  /** Host and path: how one gets there, and as whom, does not matter. */
  private static String plain(String url) {
    Matcher scheme = WITH_SCHEME.matcher(url);
    Matcher scp = SCP.matcher(url);
    String place =
        scheme.matches()
            ? scheme.group(1).toLowerCase(Locale.ROOT) + "/" + scheme.group(2)
            : scp.matches() ? scp.group(1).toLowerCase(Locale.ROOT) + "/" + scp.group(2) : url;
    return place.replaceFirst("/+$", "").replaceFirst("\\.git$", "");
  }
}
