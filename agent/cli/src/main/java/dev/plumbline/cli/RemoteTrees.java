package dev.plumbline.cli;

import dev.plumbline.kustomize.RemoteUrl;
import dev.plumbline.kustomize.Remotes;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Digest;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.source.git.FetchOutcome;
import dev.plumbline.source.git.GitAccess;
import dev.plumbline.source.git.GitLimits;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.source.git.GitSource;
import dev.plumbline.source.git.GitUrl;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fetches what remote bases name, as anybody who has no credentials. Each repository and ref is
 * fetched once, into a folder that goes with this.
 */
final class RemoteTrees implements Remotes, AutoCloseable {
  private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
  // A URL without a ref means the branch the server names first, which these are.
  private static final List<String> USUAL = List.of("main", "master");

  private final Path folder;
  private final GitRepositories repositories;
  private final Map<String, FileTree> trees = new HashMap<>();

  RemoteTrees() throws IOException {
    this.folder = Files.createTempDirectory("plumb-remote");
    this.repositories =
        new GitRepositories(folder, GitLimits.DEFAULT, Clock.system(), Metrics.none());
  }

  @Override
  public FileTree fetch(RemoteUrl url) throws IOException {
    String key = url.repository() + " " + url.ref();
    FileTree known = trees.get(key);
    if (known == null) {
      known = fetched(url);
      trees.put(key, known);
    }
    return known;
  }

  private FileTree fetched(RemoteUrl url) throws IOException {
    List<GitRef> refs = refs(url.ref());
    var name = new Name("remote", Digest.of(url.repository()).first(16));
    var source = new GitSource(name, parsed(url), GitAccess.anonymous(true), Set.copyOf(refs));
    return switch (outcome(source)) {
      case FetchOutcome.Unreachable(var ignored, String sentence) ->
          throw new IOException(sentence);
      case FetchOutcome.Fetched fetched -> {
        Revision revision =
            refs.stream()
                .flatMap(ref -> Stream.ofNullable(fetched.heads().get(ref)))
                .findFirst()
                .orElseThrow(() -> new IOException(nothing(url)));
        yield repositories.artifact(revision).tree();
      }
    };
  }

  private static GitUrl parsed(RemoteUrl url) throws IOException {
    try {
      return GitUrl.parse(url.repository());
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private FetchOutcome outcome(GitSource source) throws IOException {
    try {
      return repositories.fetch(source);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  // In the order in which Git looks a name up.
  private static List<GitRef> refs(Optional<String> ref) {
    if (ref.isEmpty()) {
      return USUAL.stream().<GitRef>map(GitRef.Branch::new).toList();
    }
    String name = ref.get();
    return COMMIT.matcher(name).matches()
        ? List.of(new GitRef.Commit(name, Optional.empty()))
        : List.of(new GitRef.Tag(name), new GitRef.Branch(name));
  }

  private static String nothing(RemoteUrl url) {
    return url.ref()
        .map(ref -> "it has no tag, branch or commit %s".formatted(ref))
        .orElse("it has no branch main or master; name one with ?ref=");
  }

  @Override
  public void close() throws IOException {
    repositories.close();
    try (var files = Files.walk(folder)) {
      for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }
}
