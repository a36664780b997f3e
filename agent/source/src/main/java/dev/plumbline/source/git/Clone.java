package dev.plumbline.source.git;

import dev.plumbline.model.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One bare clone on disk: one url as seen with one set of credentials.
 *
 * <p>Its refs are ours, one per branch, named by digest so that no two branches get in each other's
 * way as files. A clone that proves damaged is thrown away and fetched anew: it is a cache.
 */
final class Clone implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Clone.class);
  private static final String REFS = "refs/seen/";
  private static final String DAMAGED = "damaged";

  private final GitUrl url;
  private final Path directory;
  private final GitLimits limits;
  private final GitObjects objects;
  private final ReentrantLock fetching = new ReentrantLock();
  private volatile GuardedRepository repository;

  Clone(GitUrl url, Path directory, GitLimits limits) {
    this.url = url;
    this.directory = directory;
    this.limits = limits;
    this.objects = new GitObjects(this, limits);
  }

  GitObjects objects() {
    return objects;
  }

  boolean isOf(GitUrl other) {
    return url.equals(other);
  }

  Path directory() {
    return directory;
  }

  /** The repository as it is on disk. */
  GuardedRepository repository() throws IOException {
    GuardedRepository open = repository;
    if (open == null) {
      throw new FetchNeeded("our copy of the repository is not open");
    }
    return open;
  }

  /** Whether a branch was seen at this commit, so that it must be here. */
  boolean promises(String commit) throws IOException {
    return repository().getRefDatabase().getRefs().stream()
        .anyMatch(ref -> commit.equals(ObjectId.toString(ref.getObjectId())));
  }

  /** Remembers that something is missing that must be there: the next fetch starts afresh. */
  void suspect() throws IOException {
    Files.write(directory.resolve(DAMAGED), new byte[0]);
  }

  /**
   * Brings the wanted branches here.
   *
   * @throws Stop when the server would not, could not, or sent what we do not take
   */
  Seen fetch(GitSource source, Exchange exchange) throws IOException, InterruptedException {
    fetching.lockInterruptibly();
    try {
      open();
      return inTime(() -> download(source, exchange), exchange);
    } finally {
      fetching.unlock();
    }
  }

  /**
   * @param rewound the heads that do not descend from where we saw them last
   */
  record Seen(Map<String, ObjectId> heads, Set<String> rewound) {}

  private Seen download(GitSource source, Exchange exchange) throws IOException {
    Map<String, ObjectId> heads = new Download(repository(), source, exchange).run();
    var rewound = new HashSet<String>();
    for (String branch : source.branches()) {
      ObjectId head = heads.get(branch);
      if (head == null) {
        drop(branch);
      } else if (moved(branch, head)) {
        rewound.add(branch);
      }
    }
    Housekeeping.after(repository());
    return new Seen(heads, rewound);
  }

  // A server that drips one byte at a time is within every other limit.
  private static <T> T inTime(Work<T> work, Exchange exchange)
      throws IOException, InterruptedException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var result = threads.submit(work::run);
      try {
        return result.get(exchange.fetchTime().toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        result.cancel(true);
        throw exchange.overdueStop();
      } catch (InterruptedException e) {
        result.cancel(true);
        throw e;
      } catch (ExecutionException e) {
        throw rethrown(e.getCause());
      }
    }
  }

  private static IOException rethrown(Throwable cause) {
    return switch (cause) {
      case IOException io -> io;
      case RuntimeException bug -> throw bug;
      case Error error -> throw error;
      default -> new IOException(cause);
    };
  }

  private interface Work<T> {
    T run() throws IOException;
  }

  /** Moves our ref; answers whether that left commits behind. */
  private boolean moved(String branch, ObjectId head) throws IOException {
    Ref old = repository().exactRef(ref(branch));
    if (old != null && old.getObjectId().equals(head)) {
      return false;
    }
    boolean rewound = old != null && !objects.descends(head.name(), old.getObjectId().name());
    RefUpdate update = update(branch);
    update.setNewObjectId(head);
    expect(update.forceUpdate(), branch);
    return rewound;
  }

  private void drop(String branch) throws IOException {
    if (repository().exactRef(ref(branch)) != null) {
      expect(update(branch).delete(), branch);
    }
  }

  private RefUpdate update(String branch) throws IOException {
    RefUpdate update = repository().updateRef(ref(branch));
    update.setForceUpdate(true);
    update.disableRefLog();
    return update;
  }

  private static void expect(RefUpdate.Result result, String branch) throws IOException {
    switch (result) {
      case NEW, FORCED, FAST_FORWARD, NO_CHANGE -> {
        // As wanted.
      }
      default -> throw new IOException("could not record branch %s: %s".formatted(branch, result));
    }
  }

  private static String ref(String branch) {
    return REFS + Digest.of(branch).first(32);
  }

  /** Frees the disk, unless a fetch is under way. It can be fetched again. */
  void retire() throws IOException {
    if (fetching.tryLock()) {
      try {
        close();
        Disk.delete(directory);
      } finally {
        fetching.unlock();
      }
    }
  }

  private void open() throws IOException {
    if (Files.exists(directory.resolve(DAMAGED))) {
      close();
      Disk.delete(directory);
    }
    if (repository != null) {
      return;
    }
    if (Files.exists(directory.resolve("config")) && opensWhole()) {
      return;
    }
    close();
    Disk.delete(directory);
    Housekeeping.create(directory, limits);
    repository = new GuardedRepository(directory.toFile(), limits);
  }

  // What a crash of the whole machine damages is what was written last: the heads. Whatever is
  // wrong, and however JGit puts it, the way out is the same.
  private boolean opensWhole() {
    try {
      Housekeeping.removeLeftovers(directory);
      repository = new GuardedRepository(directory.toFile(), limits);
      for (Ref ref : repository().getRefDatabase().getRefs()) {
        objects.tree(objects.rootOf(ref.getObjectId().name()));
      }
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is damaged and is fetched anew: {}", directory, e.toString());
      return false;
    }
  }

  @Override
  public void close() {
    GuardedRepository open = repository;
    repository = null;
    objects.forget();
    if (open != null) {
      open.close();
    }
  }
}
