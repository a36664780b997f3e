package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs the credential plugin of the user's own kubeconfig, as kubectl does. The only class of
 * Plumbline that starts a process, and nothing of the agent can reach it.
 */
final class CredentialPlugin implements Programs {
  private static final String GROUP = "client.authentication.k8s.io/";
  private static final List<String> VERSIONS = List.of(GROUP + "v1", GROUP + "v1beta1");
  private static final Duration ALONE = Duration.ofMinutes(1);
  // Somebody may have to log in.
  private static final Duration WITH_A_PERSON = Duration.ofMinutes(10);
  private static final int MOST_BYTES = 1 << 20;

  private final boolean terminal;
  private final Duration alone;

  CredentialPlugin() {
    this(Terminal.isInteractive(), ALONE);
  }

  /**
   * @param terminal whether a person can be asked
   * @param alone how long it may take where nobody can
   */
  CredentialPlugin(boolean terminal, Duration alone) {
    this.terminal = terminal;
    this.alone = alone;
  }

  @Override
  public Issued issue(MapNode exec, MapNode cluster, Path kubeconfig) throws IOException {
    String version = exec.text("apiVersion").orElse("");
    if (!VERSIONS.contains(version)) {
      throw refused(
          kubeconfig,
          "apiVersion is '%s', expected %s".formatted(version, String.join(" or ", VERSIONS)));
    }
    String command = exec.text("command").orElse("");
    if (command.isEmpty()) {
      throw refused(kubeconfig, "names no command");
    }
    boolean interactive = interactive(exec, version, kubeconfig);
    var plugin = new ProcessBuilder(program(command, exec, kubeconfig));
    plugin.command().addAll(texts(exec.list("args")));
    for (Node item : exec.list("env")) {
      if (item instanceof MapNode variable) {
        plugin
            .environment()
            .put(variable.text("name").orElse(""), variable.text("value").orElse(""));
      }
    }
    plugin.environment().put("KUBERNETES_EXEC_INFO", info(version, exec, cluster, interactive));
    plugin.redirectError(Redirect.INHERIT);
    if (interactive) {
      plugin.redirectInput(Redirect.INHERIT);
    }
    String printed = run(plugin, command, interactive ? WITH_A_PERSON : alone);
    return ExecCredential.read(printed, version, command);
  }

  private boolean interactive(MapNode exec, String version, Path kubeconfig) {
    String mode = exec.text("interactiveMode").orElse(version.endsWith("/v1") ? "" : "IfAvailable");
    return switch (mode) {
      case "Never" -> false;
      case "IfAvailable" -> terminal;
      case "Always" -> {
        if (!terminal) {
          throw refused(
              kubeconfig,
              "wants to ask a person (interactiveMode: Always), and no" + " terminal is here");
        }
        yield true;
      }
      default ->
          throw refused(
              kubeconfig,
              "interactiveMode is '%s', expected Never, IfAvailable or Always".formatted(mode));
    };
  }

  private static List<String> program(String command, MapNode exec, Path kubeconfig) {
    Optional<Path> found =
        command.contains("/")
            ? Optional.of(kubeconfig.toAbsolutePath().resolveSibling(command))
                .filter(Files::isExecutable)
            : onPath(command);
    if (found.isEmpty()) {
      String hint = exec.text("installHint").map(String::strip).orElse("");
      throw refused(
          kubeconfig,
          "%s is not installed%s".formatted(command, hint.isEmpty() ? "" : ". " + hint));
    }
    return new ArrayList<>(List.of(found.get().toString()));
  }

  private static Optional<Path> onPath(String command) {
    for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, command);
      if (!folder.isEmpty() && Files.isExecutable(file) && !Files.isDirectory(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private static String info(String version, MapNode exec, MapNode cluster, boolean interactive) {
    MapNode spec = MapNode.EMPTY.with("interactive", ScalarNode.of(interactive));
    if (exec.text("provideClusterInfo").orElse("false").equals("true")) {
      MapNode told = MapNode.EMPTY;
      for (String field :
          List.of(
              "server",
              "tls-server-name",
              "insecure-skip-tls-verify",
              "certificate-authority-data",
              "proxy-url")) {
        if (cluster.get(field).isPresent()) {
          told = told.with(field, cluster.get(field).get());
        }
      }
      spec = spec.with("cluster", told);
    }
    return Json.write(
        MapNode.EMPTY
            .with("apiVersion", ScalarNode.of(version))
            .with("kind", ScalarNode.of("ExecCredential"))
            .with("spec", spec));
  }

  private static String run(ProcessBuilder plugin, String command, Duration patience)
      throws IOException {
    Process process = plugin.start();
    process.getOutputStream().close();
    var output = new FutureTask<>(() -> bounded(process.getInputStream(), command));
    Thread.ofPlatform().name("plugin").daemon().start(output);
    try {
      String text = output.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw tooSlow(command, patience, null);
      }
      if (process.exitValue() != 0) {
        throw Failure.unknown(
            "the credential plugin %s ended with %d; what it said is above"
                .formatted(command, process.exitValue()),
            null);
      }
      return text;
    } catch (TimeoutException e) {
      throw tooSlow(command, patience, e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while the credential plugin " + command + " ran", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private static Failure tooSlow(String command, Duration patience, Exception e) {
    return Failure.unknown(
        "the credential plugin %s did not end within %d s".formatted(command, patience.toSeconds()),
        e);
  }

  private static String bounded(InputStream in, String command) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      throw new IOException("the credential plugin %s printed more than 1 MiB".formatted(command));
    }
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private static Failure refused(Path kubeconfig, String what) {
    return Failure.refused(
        "%s: the user's credential plugin (exec): %s".formatted(kubeconfig, what));
  }

  private static List<String> texts(List<Node> items) {
    return items.stream()
        .filter(ScalarNode.class::isInstance)
        .map(item -> ((ScalarNode) item).text())
        .toList();
  }
}
