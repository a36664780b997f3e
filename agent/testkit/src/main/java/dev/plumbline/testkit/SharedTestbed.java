package dev.plumbline.testkit;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * One testbed for all test processes of a build. Whoever comes first starts it. It watches the
 * processes that stand in {@code leases/}, each a file named by a process id, and ends seconds
 * after the last of them: the Maven that runs us, or this very process where there is no Maven.
 */
final class SharedTestbed {
  private static final Path HOME = Checkout.BUILD.resolve("testkit");
  private static final Path LEASES = HOME.resolve("leases");
  private static final Path BED = HOME.resolve("bed");
  private static final Path OUTPUT = HOME.resolve("testbed.jsonl");
  private static final Duration TO_START = Duration.ofMinutes(3);
  // A testbed that had decided to end before it saw our lease is gone by then.
  private static final Duration TO_END = Duration.ofMillis(500);

  private static final String KEEPER =
      """
      leases=$1; shift
      wanted() {
        for lease in "$leases"/*; do
          kill -0 "${lease##*/}" 2>/dev/null && return
        done
        return 1
      }
      exec "$@" < <(
        while kill -0 $$ 2>/dev/null && { wanted || { sleep 3; wanted; }; }; do sleep 1; done
      )
      """;

  private SharedTestbed() {}

  /** The shared cluster's record, as the launcher printed it. */
  static MapNode cluster() {
    Checkout.directory(LEASES);
    try (var file = new RandomAccessFile(HOME.resolve("lock").toFile(), "rw");
        var _ = file.getChannel().lock()) {
      boolean known = lease();
      if (!known && running().isPresent()) {
        LockSupport.parkNanos(TO_END.toNanos());
      }
      var running = running();
      return running.isPresent() ? running.get() : start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether our build had its lease already; leases of the dead go. */
  private static boolean lease() throws IOException {
    long holder = holder();
    try (Stream<Path> leases = Files.list(LEASES)) {
      for (Path lease : leases.toList()) {
        long pid = Long.parseLong(lease.getFileName().toString());
        if (ProcessHandle.of(pid).isEmpty()) {
          Files.delete(lease);
        }
      }
    }
    var lease = LEASES.resolve(Long.toString(holder));
    boolean known = Files.exists(lease);
    if (!known) {
      Files.createFile(lease);
    }
    return known;
  }

  private static long holder() {
    var self = ProcessHandle.current();
    for (var process = Optional.of(self); process.isPresent(); process = process.get().parent()) {
      String command = process.get().info().commandLine().orElse("");
      if (command.contains("org.codehaus.plexus.classworlds.launcher.Launcher")) {
        return process.get().pid();
      }
    }
    return self.pid();
  }

  private static Optional<MapNode> running() throws IOException {
    return record().filter(SharedTestbed::answers);
  }

  /** What the launcher said when all was ready; empty before that. */
  private static Optional<MapNode> record() throws IOException {
    try {
      var lines = Files.readAllLines(OUTPUT);
      if (lines.stream().noneMatch(line -> line.contains("\"ready\""))) {
        return Optional.empty();
      }
      return lines.stream()
          .map(line -> (MapNode) Json.read(line))
          .filter(line -> line.text("event").orElse("").equals("cluster"))
          .findFirst();
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  private static boolean answers(MapNode record) {
    var server = URI.create(record.text("server").orElseThrow());
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static MapNode start() throws IOException {
    Checkout.build("testbed", "controlplane", "kwok");
    Files.deleteIfExists(OUTPUT);
    var launcher =
        List.of(
            "bash",
            "-c",
            KEEPER,
            "keeper",
            LEASES.toString(),
            Checkout.BIN.resolve("testbed").toString(),
            "up",
            "--dir",
            BED.toString(),
            "--name-prefix",
            "shared",
            "--audit",
            "--exit-with-stdin");
    var process =
        new ProcessBuilder(launcher)
            .directory(HOME.toFile())
            .redirectOutput(OUTPUT.toFile())
            .redirectError(HOME.resolve("testbed.log").toFile())
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    return Await.value(
        TO_START,
        "the shared testbed is ready; see " + HOME,
        () -> {
          if (!process.isAlive()) {
            throw new IOException("it ended: " + Files.readString(HOME.resolve("testbed.log")));
          }
          return record();
        });
  }
}
