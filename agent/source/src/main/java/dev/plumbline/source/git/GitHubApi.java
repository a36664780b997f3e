package dev.plumbline.source.git;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;

/** Where GitHub, or a GitHub Enterprise Server, takes requests to its API. */
public record GitHubApi(URI base) {
  public static final GitHubApi PUBLIC = new GitHubApi(URI.create("https://api.github.com"));

  /**
   * @param text {@code https://github.example.com/api/v3}
   * @throws IllegalArgumentException with the rest of a sentence that repeats no secret
   */
  public static GitHubApi parse(String text) {
    URI uri;
    try {
      uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    } catch (URISyntaxException e) {
      throw wrong();
    }
    boolean http = "https".equals(uri.getScheme()) || "http".equals(uri.getScheme());
    boolean plain =
        uri.getRawUserInfo() == null && uri.getRawQuery() == null && uri.getRawFragment() == null;
    if (!http || !plain || uri.getHost() == null) {
      throw wrong();
    }
    return new GitHubApi(uri);
  }

  // The text may hold a token.
  private static IllegalArgumentException wrong() {
    return new IllegalArgumentException(
        "githubAppBaseURL is not a url such as https://github.example.com/api/v3");
  }

  boolean encrypted() {
    return "https".equals(base.getScheme());
  }

  boolean loopback() {
    return GitUrl.isLoopback(base.getHost());
  }

  URI tokens(String installation) {
    return URI.create(base + "/app/installations/" + installation + "/access_tokens");
  }

  /** Where to ask for the number of an installation, one after the other until one knows it. */
  List<URI> lookups(AppInstallation installation) {
    return switch (installation) {
      case AppInstallation.Numbered ignored -> List.of();
      case AppInstallation.OfOwner(String owner) ->
          List.of(
              URI.create(base + "/orgs/" + owner + "/installation"),
              URI.create(base + "/users/" + owner + "/installation"));
      case AppInstallation.OfRepository repository ->
          List.of(URI.create(base + "/repos/" + repository + "/installation"));
    };
  }

  /** For people. */
  @Override
  public String toString() {
    return base.toString();
  }
}
