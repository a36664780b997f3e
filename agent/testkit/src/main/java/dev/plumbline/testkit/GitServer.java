package dev.plumbline.testkit;

import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A smart HTTP Git server, Git's own {@code http-backend}, on loopback. */
public final class GitServer implements AutoCloseable {
  private final Access access;
  private final Path folder;
  private final Launcher launcher;
  private final MapNode record;

  private GitServer(Access access) {
    Checkout.build("testbed");
    this.access = access;
    this.folder = Scratch.folder("git");
    this.launcher = Launcher.start("git", folder, access.arguments());
    this.record = launcher.event();
  }

  /** Who may fetch and push. */
  public record Access(
      Optional<String> user, Optional<String> password, Optional<String> bearer, boolean tls) {
    public static final Access FREE =
        new Access(Optional.empty(), Optional.empty(), Optional.empty(), false);

    public static Access password(String user, String password) {
      return new Access(Optional.of(user), Optional.of(password), Optional.empty(), false);
    }

    public static Access bearer(String token) {
      return new Access(Optional.empty(), Optional.empty(), Optional.of(token), false);
    }

    /** The same over https, with an authority of the server's own. */
    public Access overTls() {
      return new Access(user, password, bearer, true);
    }

    private List<String> arguments() {
      var arguments = new ArrayList<String>();
      user.ifPresent(u -> arguments.addAll(List.of("--user", u)));
      password.ifPresent(p -> arguments.addAll(List.of("--password", p)));
      bearer.ifPresent(token -> arguments.addAll(List.of("--bearer", token)));
      if (tls) {
        arguments.add("--tls");
      }
      return arguments;
    }
  }

  /** A server that is free to all. */
  public static GitServer start() {
    return start(Access.FREE);
  }

  public static GitServer start(Access access) {
    return new GitServer(access);
  }

  /** Makes an empty repository, and a workspace to fill it from. */
  public GitWorkspace create(String repository) {
    launcher.command("create " + repository);
    return workspace(repository);
  }

  /** One more workspace on a repository, as of a second person. */
  public GitWorkspace workspace(String repository) {
    return new GitWorkspace(Scratch.folder("work"), this, repository);
  }

  /** Where to fetch a repository from, without credentials. */
  public String url(String repository) {
    return "%s/%s.git".formatted(record.text("url").orElseThrow(), repository);
  }

  /** The bare repository itself. */
  public Path folder(String repository) {
    return folder.resolve(repository + ".git");
  }

  /** The authority that signed the server's certificate. */
  public Path authority() {
    return Path.of(record.text("ca").orElseThrow());
  }

  /** From now on, pushes to all repositories are reported there as GitHub would. */
  public void report(String url, String secret) {
    try {
      Files.writeString(folder.resolve("webhook"), url + "\n" + secret + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What became of the next report: it has a {@code status} or an {@code error}. */
  public MapNode reported() {
    return launcher.event();
  }

  /** Closes the port: new connections are refused. */
  public void stop() {
    launcher.command("stop");
  }

  /** Opens the same port again. */
  public void restart() {
    launcher.command("start");
  }

  Access access() {
    return access;
  }

  @Override
  public void close() {
    launcher.close();
    Scratch.delete(folder);
  }
}
