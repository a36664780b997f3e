package dev.plumbline.testkit;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A testbed launcher as our child. It ends with its stdin, and so with this process, however that
 * ends.
 */
final class Launcher implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Process process;
  private final BlockingQueue<MapNode> answers = new LinkedBlockingQueue<>();
  private final BlockingQueue<MapNode> events = new LinkedBlockingQueue<>();

  private Launcher(Process process) {
    this.process = process;
    // A read from a process keeps its thread, and a virtual one its carrier with it.
    Thread.ofPlatform().name("testbed").daemon().start(this::read);
  }

  static Launcher start(String verb, Path directory, List<String> arguments) {
    var command = new ArrayList<>(List.of(Checkout.BIN.resolve("testbed").toString(), verb));
    command.addAll(List.of("--dir", directory.toString(), "--exit-with-stdin"));
    command.addAll(arguments);
    try {
      return new Launcher(new ProcessBuilder(command).redirectError(Redirect.INHERIT).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next event it tells of. */
  MapNode event() {
    return next(events);
  }

  /** Gives a command and waits until it is carried out. */
  void command(String command) {
    try {
      process.getOutputStream().write((command + "\n").getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var answer = next(answers);
    if (!answer.text("ok").orElse("").equals("true")) {
      throw new IllegalStateException(answer.text("error").orElse(command));
    }
  }

  private MapNode next(BlockingQueue<MapNode> queue) {
    try {
      var line = queue.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (line == null || line.isEmpty()) {
        throw new IllegalStateException("the testbed said nothing more", new TimeoutException());
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the testbed", e);
    }
  }

  private void read() {
    try (var lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        var record = (MapNode) Json.read(line);
        (record.get("command").isPresent() ? answers : events).add(record);
      }
    } catch (IOException e) {
      // The process ended.
    }
    answers.add(MapNode.EMPTY);
    events.add(MapNode.EMPTY);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
