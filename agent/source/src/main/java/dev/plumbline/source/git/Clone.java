package dev.plumbline.source.git;

import dev.plumbline.model.Clock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jgit.lib.ObjectId;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One bare clone on disk: one url as seen with one set of credentials.
 *
 * <p>A clone that proves damaged is thrown away and fetched anew: it is a cache.
 */
final class Clone implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Clone.class);
  private static final String DAMAGED = "damaged";

  private final GitUrl url;
  private final Path directory;
  private final GitLimits limits;
  private final GitObjects objects;
  private final DiskQuota quota;
  private final ReentrantLock fetching = new ReentrantLock();
  private volatile GuardedRepository repository;

  Clone(GitUrl url, Path directory, GitLimits limits, Clock clock) {
    this.url = url;
    this.directory = directory;
    this.limits = limits;
    this.objects = new GitObjects(this, limits, clock);
    this.quota = new DiskQuota(limits, objects.lent());
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

  /** Whether a branch or tag was seen at this commit, so that it must be here. */
  boolean promises(String commit) throws IOException {
    return seen().commits().contains(ObjectId.fromString(commit));
  }

  /** Remembers that something is missing that must be there: the next fetch starts afresh. */
  void suspect() throws IOException {
    Files.write(directory.resolve(DAMAGED), new byte[0]);
  }

  /**
   * Brings what is wanted here.
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

  /** Opens what an earlier process fetched; false where there is nothing whole. */
  boolean reopen() throws InterruptedException {
    fetching.lockInterruptibly();
    try {
      return repository != null || (present() && opensWhole());
    } finally {
      fetching.unlock();
    }
  }

  private boolean present() {
    return Files.exists(directory.resolve("config")) && !Files.exists(directory.resolve(DAMAGED));
  }

  /**
   * @param rewound the branches that do not descend from where we saw them last, and the tags that
   *     were moved
   */
  record Seen(Found found, Set<GitRef> rewound) {}

  private Seen download(GitSource source, Exchange exchange) throws IOException {
    quota.enforce(repository());
    Found found = new Download(repository(), source, exchange).run();
    var rewound = new HashSet<GitRef>();
    for (GitRef ref : source.refs()) {
      Tip tip = found.tips().get(ref);
      if (tip != null && moved(ref, tip)) {
        rewound.add(ref);
      } else if (tip == null && !(ref instanceof GitRef.Newest)) {
        seen().forget(ref);
      }
    }
    Housekeeping.after(repository());
    return new Seen(found, rewound);
  }

  private SeenRefs seen() throws IOException {
    return new SeenRefs(repository());
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

  /** Moves our ref; answers whether that left commits behind, or moved what should stand still. */
  private boolean moved(GitRef ref, Tip tip) throws IOException {
    Tip before = seen().last(ref, tip.name());
    if (before != null && !tip.differs(before)) {
      return false;
    }
    boolean rewound =
        before != null
            && (tip.isTag() || !objects.descends(tip.commit().name(), before.commit().name()));
    seen().record(ref, tip);
    return rewound;
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
    if (present() && opensWhole()) {
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
      new HeldRefs(repository).release();
      for (ObjectId commit : seen().commits()) {
        objects.tree(objects.rootOf(commit.name()));
      }
      return true;
    } catch (IOException | RuntimeException e) {
      LOG.warn("{} is damaged and is fetched anew: {}", directory, e.toString());
      close();
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
