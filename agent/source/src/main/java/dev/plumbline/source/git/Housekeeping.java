package dev.plumbline.source.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.text.ParseException;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.eclipse.jgit.api.errors.GitAPIException;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.internal.storage.file.GC;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.StoredConfig;
import org.eclipse.jgit.storage.pack.PackConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes bare clones, and keeps them small and free of what a crash left behind. */
final class Housekeeping {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);

  /** Every fetch adds a pack, and every lookup asks each of them. */
  private static final int MAX_PACKS = 50;

  private Housekeeping() {}

  /** An empty bare repository; there after a crash only if it is whole. */
  static void create(Path directory, GitLimits limits) throws IOException {
    Path half = directory.resolveSibling(directory.getFileName() + ".new");
    Disk.delete(half);
    try (var repository = new GuardedRepository(half.toFile(), limits)) {
      repository.create(true);
      StoredConfig config = repository.getConfig();
      config.setBoolean("core", null, "logAllRefUpdates", false);
      config.setString("core", null, "fsync", "committed");
      config.setBoolean("core", null, "fsyncObjectFiles", true);
      config.setBoolean("core", null, "fsyncRefFiles", true);
      config.setBoolean("fetch", null, "fsckObjects", true);
      config.setBoolean("pack", null, "buildBitmaps", false);
      config.setInt("pack", null, "threads", 1);
      // Else packed packs stay for an hour, and every fetch in it packs them again.
      config.setString("gc", null, "prunePackExpire", "now");
      config.save();
    }
    Files.move(half, directory, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Removes locks and half-written packs. Nobody else writes here, so they are of the dead. */
  static void removeLeftovers(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Housekeeping::leftover).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }

  private static boolean leftover(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".lock")
        || name.startsWith("incoming_")
        || name.endsWith(".tmp")
        || name.endsWith("_tmp")
        || name.startsWith(".probe");
  }

  /** Packs the packs when there are many. What fails here costs space and time, never a fetch. */
  static void after(FileRepository repository) {
    if (repository.getObjectDatabase().getPacks().size() < MAX_PACKS) {
      return;
    }
    run(new GC(repository), repository);
  }

  /** Drops at once, and not after two weeks, what neither our refs reach nor one of these trees. */
  static void drop(FileRepository repository, Set<ObjectId> kept) throws IOException {
    var held = new HeldRefs(repository);
    StoredConfig config = repository.getConfig();
    var quick = new PackConfig(repository);
    quick.setDeltaCompress(false);
    var gc = new GC(repository);
    gc.setPackConfig(quick);
    gc.setProgressMonitor(
        new EmptyProgressMonitor() {
          @Override
          public boolean isCancelled() {
            return Thread.currentThread().isInterrupted();
          }
        });
    try {
      held.hold(kept);
      config.setString("gc", null, "pruneExpire", "now");
      run(gc, repository);
    } finally {
      config.unset("gc", null, "pruneExpire");
      held.release();
    }
  }

  private static void run(GC gc, FileRepository repository) {
    try {
      gc.gc().get();
    } catch (IOException | ParseException | GitAPIException | ExecutionException e) {
      LOG.warn("could not pack {}: {}", repository.getDirectory(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
