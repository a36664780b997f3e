package dev.plumbline.source.git;

import dev.plumbline.model.Clock;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The clones below one directory. Each is named by a keyed digest of url and access: a copy of the
 * directory says nothing about a password.
 */
final class Clones implements AutoCloseable {
  private static final Duration KEPT_UNUSED = Duration.ofDays(1);
  private static final String USED = "used";

  private final Path root;
  private final GitLimits limits;
  private final Clock clock;
  private final FileChannel lock;
  private final SecretKeySpec key;
  private final Map<String, Clone> clones = new ConcurrentHashMap<>();

  Clones(Path root, GitLimits limits, Clock clock) throws IOException {
    this.root = root;
    this.limits = limits;
    this.clock = clock;
    Files.createDirectories(
        root, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    this.lock = locked(root);
    this.key = new SecretKeySpec(key(root.resolve("key")), "HmacSHA256");
    sweep();
  }

  Clone of(GitSource source) {
    String name =
        source.access().identity().use(who -> digest(source.url() + "\n" + who)).substring(0, 32);
    return clones.computeIfAbsent(
        name, n -> new Clone(source.url(), root.resolve(n), limits, clock));
  }

  /** Notes the use, and now and then removes what nobody used for long. */
  void used(Clone clone, Collection<Clone> readable) throws IOException {
    Path mark = clone.directory().resolve(USED);
    Instant now = clock.now();
    if (Files.exists(mark) && lastUse(mark).isAfter(now.minus(KEPT_UNUSED.dividedBy(24)))) {
      return;
    }
    Files.write(mark, new byte[0]);
    Files.setLastModifiedTime(mark, FileTime.from(now));
    for (Clone idle : clones.values()) {
      if (!readable.contains(idle) && unusedSince(idle.directory(), now)) {
        idle.retire();
      }
    }
  }

  /** What earlier processes left here, or left half made. */
  private void sweep() throws IOException {
    try (Stream<Path> entries = Files.list(root)) {
      for (Path directory : entries.filter(Files::isDirectory).toList()) {
        if (unusedSince(directory, clock.now())) {
          Disk.delete(directory);
        }
      }
    }
  }

  private static boolean unusedSince(Path directory, Instant now) throws IOException {
    return lastUse(directory.resolve(USED)).isBefore(now.minus(KEPT_UNUSED));
  }

  private static Instant lastUse(Path mark) throws IOException {
    return Files.exists(mark) ? Files.getLastModifiedTime(mark).toInstant() : Instant.EPOCH;
  }

  private String digest(String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has HMAC-SHA-256", e);
    }
  }

  private static byte[] key(Path file) throws IOException {
    if (Files.exists(file) && Files.size(file) == 32) {
      return Files.readAllBytes(file);
    }
    var fresh = new byte[32];
    new SecureRandom().nextBytes(fresh);
    Files.write(file, fresh);
    return fresh;
  }

  private static FileChannel locked(Path root) throws IOException {
    FileChannel channel =
        FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() != null) {
        return channel;
      }
    } catch (OverlappingFileLockException e) {
      // The same answer, from inside this process.
    }
    channel.close();
    throw new IOException("%s is used by another process".formatted(root));
  }

  @Override
  public void close() throws IOException {
    clones.values().forEach(Clone::close);
    clones.clear();
    lock.close();
  }
}
