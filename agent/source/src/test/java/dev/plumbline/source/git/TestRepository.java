package dev.plumbline.source.git;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A bare repository made with the real git, object by object where porcelain would refuse. */
final class TestRepository {
  private static final String FILE = "100644 blob";

  private final Path directory;
  private final Map<String, String> files = new TreeMap<>();

  private TestRepository(Path directory) {
    this.directory = directory;
  }

  static TestRepository create(Path directory) {
    var repository = new TestRepository(directory);
    repository.git("init", "-q", "--bare", "--initial-branch=main", directory.toString());
    return repository;
  }

  Path directory() {
    return directory;
  }

  TestRepository file(String path, String content) {
    files.put(path, FILE + " " + blob(content.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  TestRepository file(String path, byte[] content) {
    files.put(path, FILE + " " + blob(content));
    return this;
  }

  TestRepository link(String path, String target) {
    files.put(path, "120000 blob " + blob(target.getBytes(StandardCharsets.UTF_8)));
    return this;
  }

  TestRepository submodule(String path, String commit) {
    files.put(path, "160000 commit " + commit);
    return this;
  }

  TestRepository without(String path) {
    files.remove(path);
    return this;
  }

  /** Commits all files on top of the branch, which it makes if it is not there. */
  String commit(String branch) {
    return commitTree(branch, tree());
  }

  /** Commits all files without a parent: what a force-push of another history looks like. */
  String commitAnew(String branch) {
    return point(branch, git("commit-tree", tree(), "-m", "anew"));
  }

  String commitTree(String branch, String tree) {
    String parent = git("for-each-ref", "--format=%(objectname)", "refs/heads/" + branch);
    return point(
        branch,
        parent.isEmpty()
            ? git("commit-tree", tree, "-m", "first")
            : git("commit-tree", tree, "-p", parent, "-m", "next"));
  }

  String point(String branch, String commit) {
    git("update-ref", "refs/heads/" + branch, commit);
    return commit;
  }

  /** Makes or moves a tag that is nothing but a name. */
  TestRepository tag(String name, String commit) {
    git("update-ref", "refs/tags/" + name, commit);
    return this;
  }

  /** Makes or moves a tag that is an object of its own; answers that object's id. */
  String annotated(String name, String commit, String message) {
    git("tag", "--force", "--annotate", "-m", message, name, commit);
    return git("rev-parse", "refs/tags/" + name);
  }

  /** An object of any content, without any check. */
  String raw(String type, byte[] content) {
    return git(content, "hash-object", "-w", "--literally", "-t", type, "--stdin");
  }

  String blob(byte[] content) {
    return git(content, "hash-object", "-w", "--stdin");
  }

  private String tree() {
    var index = directory.resolve("test-index");
    try {
      Files.deleteIfExists(index);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var lines = new StringBuilder();
    files.forEach(
        (path, entry) -> {
          String[] parts = entry.split(" ", -1);
          lines.append("%s %s\t%s\n".formatted(parts[0], parts[2], path));
        });
    git(lines.toString().getBytes(StandardCharsets.UTF_8), "update-index", "--index-info");
    return git("write-tree");
  }

  String git(String... arguments) {
    return git(new byte[0], arguments);
  }

  private String git(byte[] stdin, String... arguments) {
    List<String> command = Stream.concat(Stream.of("git"), Arrays.stream(arguments)).toList();
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(environment());
    try {
      Process process = builder.start();
      Thread feeder = Thread.ofPlatform().daemon().start(() -> feed(process, stdin));
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      feeder.join();
      if (!process.waitFor(30, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IllegalStateException(command + ": " + output);
      }
      return output;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void feed(Process process, byte[] stdin) {
    try (var out = process.getOutputStream();
        InputStream in = new ByteArrayInputStream(stdin)) {
      in.transferTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> environment() {
    return Map.of(
        "GIT_DIR", directory.toString(),
        "GIT_INDEX_FILE", directory.resolve("test-index").toString(),
        "GIT_CONFIG_GLOBAL", "/dev/null",
        "GIT_CONFIG_SYSTEM", "/dev/null",
        "GIT_AUTHOR_NAME", "alice",
        "GIT_AUTHOR_EMAIL", "alice@example.com",
        "GIT_COMMITTER_NAME", "alice",
        "GIT_COMMITTER_EMAIL", "alice@example.com");
  }
}
