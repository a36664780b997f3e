package dev.plumbline.testkit;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Who asked an API server for what, as it noted itself. */
public final class AuditLog {
  private final Path file;

  AuditLog(Path file) {
    this.file = file;
  }

  /**
   * One request. The user is the one it was sent as, {@code impersonated} the one it acted as.
   *
   * @param at when it was answered, by the server's clock
   */
  public record Entry(
      Instant at,
      String verb,
      String uri,
      String user,
      Optional<String> impersonated,
      List<String> impersonatedGroups,
      String userAgent,
      String stage,
      int code) {
    public Entry {
      impersonatedGroups = List.copyOf(impersonatedGroups);
    }
  }

  /** Where the log ends now; give it to {@link #since}. */
  public long mark() {
    return file.toFile().length();
  }

  public List<Entry> since(long mark) {
    try (var log = new RandomAccessFile(file.toFile(), "r")) {
      log.seek(mark);
      var bytes = new byte[(int) (log.length() - mark)];
      log.readFully(bytes);
      // The last line may still be being written.
      String text = new String(bytes, StandardCharsets.UTF_8);
      return text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(line -> entry((MapNode) Json.read(line)))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<Entry> since(long mark, Predicate<Entry> which) {
    return since(mark).stream().filter(which).toList();
  }

  private static Entry entry(MapNode event) {
    Optional<Node> code = event.at("responseStatus", "code");
    return new Entry(
        Instant.parse(event.text("stageTimestamp").orElseThrow()),
        event.text("verb").orElse(""),
        event.text("requestURI").orElse(""),
        event.text("user", "username").orElse(""),
        event.text("impersonatedUser", "username"),
        event.list("impersonatedUser", "groups").stream().map(Node::toString).toList(),
        event.text("userAgent").orElse(""),
        event.text("stage").orElse(""),
        code.map(node -> Integer.parseInt(node.toString())).orElse(0));
  }
}
