package dev.plumbline.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** A work tree that a person would have, driven by the real Git. */
public final class GitWorkspace implements AutoCloseable {
  private final Path folder;
  private final GitServer server;

  GitWorkspace(Path folder, GitServer server, String repository) {
    this.folder = folder;
    this.server = server;
    git("init", "--quiet", "--initial-branch=main");
    git("remote", "add", "origin", server.url(repository));
    git("fetch", "--quiet", "origin");
    if (!git("branch", "--remotes", "--list", "origin/main").isBlank()) {
      git("reset", "--quiet", "--hard", "origin/main");
    }
  }

  public Path folder() {
    return folder;
  }

  public GitWorkspace write(String path, String content) {
    try {
      var file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public GitWorkspace link(String path, String target) {
    try {
      var link = folder.resolve(path);
      Files.createDirectories(link.getParent());
      Files.createSymbolicLink(link, Path.of(target));
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public GitWorkspace delete(String path) {
    git("rm", "--quiet", "-r", "--", path);
    return this;
  }

  /** Commits everything as it stands, changed or not; the commit's id. */
  public String commit(String message) {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return head();
  }

  public String head() {
    return git("rev-parse", "HEAD").strip();
  }

  /** Goes to a branch, which begins here if there is none of that name. */
  public GitWorkspace branch(String name) {
    git("checkout", "--quiet", "-B", name);
    return this;
  }

  /** Pushes the current branch, whatever stands there. */
  public String push() {
    git("push", "--quiet", "--force", "origin", "HEAD");
    return head();
  }

  /** Commits and pushes; the commit's id. */
  public String push(String message) {
    commit(message);
    return push();
  }

  /** Runs Git here; what it prints. Nobody's own settings take part. */
  public String git(String... arguments) {
    var command = new ArrayList<String>(List.of("git"));
    authorization()
        .ifPresent(header -> command.addAll(List.of("-c", "http.extraHeader=" + header)));
    command.addAll(List.of("-c", "user.name=Alice", "-c", "user.email=alice@example.com"));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).directory(folder.toFile());
    var environment = process.environment();
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("GIT_CONFIG_GLOBAL", "/dev/null");
    environment.put("GIT_TERMINAL_PROMPT", "0");
    if (server.access().tls()) {
      environment.put("GIT_SSL_CAINFO", server.authority().toString());
    }
    return Subprocess.run(process, "");
  }

  private Optional<String> authorization() {
    var access = server.access();
    return access
        .bearer()
        .map(token -> "Authorization: Bearer " + token)
        .or(() -> access.user().map(user -> "Authorization: Basic " + basic(user)));
  }

  private String basic(String user) {
    String pair = user + ":" + server.access().password().orElse("");
    return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    Scratch.delete(folder);
  }
}
