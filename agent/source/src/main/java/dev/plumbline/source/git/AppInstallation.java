package dev.plumbline.source.git;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which installation of a GitHub App is meant: one by its number, or whichever covers something.
 */
public sealed interface AppInstallation {
  /** By the number GitHub gave it. */
  record Numbered(String number) implements AppInstallation {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,20}");

    /**
     * @throws IllegalArgumentException with the rest of a sentence
     */
    public Numbered {
      if (!isNumber(number)) {
        throw new IllegalArgumentException("githubAppInstallationID is not a number");
      }
    }

    static boolean isNumber(String text) {
      return NUMBER.matcher(text).matches();
    }

    @Override
    public String toString() {
      return number;
    }
  }

  /** The one of an organisation or a user. */
  record OfOwner(String owner) implements AppInstallation {
    private static final Pattern OWNER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,99}");

    /**
     * @throws IllegalArgumentException with the rest of a sentence
     */
    public OfOwner {
      if (!OWNER.matcher(owner).matches()) {
        throw new IllegalArgumentException(
            "githubAppInstallationOwner is not the name of an organisation or a user");
      }
    }

    @Override
    public String toString() {
      return owner;
    }
  }

  /** The one that covers a repository. */
  record OfRepository(OfOwner owner, String name) implements AppInstallation {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

    /** The repository a URL names; empty where it is not {@code owner/name}. */
    public static Optional<AppInstallation> at(GitUrl url) {
      String[] parts = url.path().replaceFirst("^/", "").replaceFirst("[.]git$", "").split("/", -1);
      return parts.length == 2
              && OfOwner.OWNER.matcher(parts[0]).matches()
              && NAME.matcher(parts[1]).matches()
          ? Optional.of(new OfRepository(new OfOwner(parts[0]), parts[1]))
          : Optional.empty();
    }

    @Override
    public String toString() {
      return owner + "/" + name;
    }
  }
}
