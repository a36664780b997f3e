package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.RepositoryStatus.Phase;
import dev.plumbline.api.v1alpha1.RepositoryStatus.Seen;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.source.git.Changes;
import dev.plumbline.source.git.FetchOutcome;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.FetchOutcome.Unreachable;
import dev.plumbline.source.git.GitCredentials;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.source.git.GitSource;
import dev.plumbline.source.git.GitUrl;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a Repository: fetches the branches its Syncs ask for, and has exactly those Syncs run
 * whose files changed.
 */
final class RepositoryWork implements WorkQueue.Work {
  private static final Logger LOG = LoggerFactory.getLogger(RepositoryWork.class);
  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  private final Hub hub;
  private final GitRepositories repositories;
  private final Sources sources;
  private final Memories memories;
  private final Runs runs;
  private final Supplier<HubWriter> writer;
  private final Clock clock;

  /** Has Syncs run; the queue they are in. */
  interface Runs {
    /** The Sync's files changed: whatever it does now is outdated. */
    void outdated(Name sync, String why);
  }

  RepositoryWork(
      Hub hub,
      GitRepositories repositories,
      Sources sources,
      Memories memories,
      Runs runs,
      Supplier<HubWriter> writer,
      Clock clock) {
    this.hub = hub;
    this.repositories = repositories;
    this.sources = sources;
    this.memories = memories;
    this.runs = runs;
    this.writer = writer;
    this.clock = clock;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) throws IOException, InterruptedException {
    var found = hub.repositories().get(name);
    if (found.isEmpty()) {
      sources.remove(name);
      repositories.forget(name);
      return new Next.WhenAsked();
    }
    HubObject<RepositorySpec, RepositoryStatus> repository = found.get();
    Set<String> branches = branchesOf(name);
    if (branches.isEmpty()) {
      return new Next.WhenAsked(); // a Sync that asks for a branch brings us back
    }
    FetchOutcome outcome = look(repository, branches);
    return switch (outcome) {
      case Fetched fetched -> {
        moved(name, fetched);
        report(repository, fetched);
        yield new Next.After(jittered(repository.spec().interval()));
      }
      case Unreachable unreachable -> {
        var failure = new Failure(Failure.camel(unreachable.reason()), unreachable.sentence());
        sources.put(name, sources.get(name).orElse(RepositoryState.NEVER_SEEN).failed(failure));
        syncsOf(name).forEach(sync -> wakeUnlessLive(sync));
        reportFailure(repository, failure);
        yield new Next.Retry(
            unreachable.reason().passing()
                ? RETRY
                : new Backoff(Duration.ofSeconds(5), max(repository.spec().interval())));
      }
    };
  }

  private static Duration max(Duration interval) {
    Duration least = Duration.ofSeconds(10);
    return interval.compareTo(least) < 0 ? least : interval;
  }

  private FetchOutcome look(
      HubObject<RepositorySpec, RepositoryStatus> repository, Set<String> branches)
      throws IOException, InterruptedException {
    RepositorySpec spec = repository.spec();
    GitUrl url;
    try {
      url = GitUrl.parse(spec.url());
    } catch (IllegalArgumentException e) {
      return new Unreachable(FetchOutcome.Reason.INVALID_URL, e.getMessage());
    }
    Optional<GitCredentials> credentials = Optional.empty();
    try {
      if (spec.credentialsRef() != null) {
        credentials =
            Optional.of(
                RepositoryCredentials.read(
                    hub, new Name(repository.name().namespace(), spec.credentialsRef().name())));
      }
    } catch (IllegalArgumentException e) {
      return new Unreachable(FetchOutcome.Reason.AUTHENTICATION_REFUSED, e.getMessage());
    }
    return repositories.fetch(
        new GitSource(repository.name(), url, credentials, spec.allowInsecure(), branches));
  }

  // A Sync that runs well on what it has is not bothered with a server that is away.
  private void wakeUnlessLive(HubObject<SyncSpec, SyncStatus> sync) {
    if (memories.get(sync.name()).empty()) {
      runs.outdated(sync.name(), "its repository cannot be read");
    }
  }

  private void moved(Name name, Fetched fetched) throws IOException {
    RepositoryState before = sources.get(name).orElse(RepositoryState.NEVER_SEEN);
    var now = new RepositoryState(fetched.heads(), fetched.missing(), Optional.empty());
    sources.put(name, now);
    Map<String, Changes> changes = new HashMap<>();
    for (var sync : syncsOf(name)) {
      String branch = sync.spec().source().branch();
      Optional<Revision> head = now.head(branch);
      if (head.isEmpty()) {
        if (before.head(branch).isPresent() || !memories.get(sync.name()).empty()) {
          runs.outdated(sync.name(), "its branch is gone");
        } else if (!before.missing().contains(branch)) {
          runs.outdated(sync.name(), "its branch does not exist");
        }
        continue;
      }
      settle(name, sync.name(), head.get(), changes);
    }
    for (String branch : fetched.rewound()) {
      LOG.atWarn()
          .addKeyValue("repository", name)
          .log("branch {} of {} was rewound to {}", branch, name, fetched.heads().get(branch));
    }
  }

  // A commit that touches nothing a Sync read cannot change it: it is at that commit already.
  private void settle(Name repository, Name sync, Revision head, Map<String, Changes> changes)
      throws IOException {
    Memory memory = memories.get(sync);
    if (memory.commit().equals(head.commit())) {
      return;
    }
    if (!memory.empty()) {
      String pair = memory.commit() + ".." + head.commit();
      Changes between = changes.get(pair);
      if (between == null) {
        between = repositories.changes(repository, memory.commit(), head.commit());
        changes.put(pair, between);
      }
      if (!between.touch(memory.reads())) {
        memories.update(sync, known -> known.at(head.commit()));
        return;
      }
    }
    runs.outdated(sync, "overtaken by " + head.brief());
  }

  private void report(HubObject<RepositorySpec, RepositoryStatus> repository, Fetched fetched) {
    Instant now = clock.now();
    var observed = new TreeMap<String, Seen>();
    fetched
        .heads()
        .forEach(
            (branch, revision) -> {
              Seen seen = repository.status().observed().get(branch);
              observed.put(
                  branch,
                  seen != null && seen.commit().equals(revision.commit())
                      ? seen
                      : new Seen(revision.commit(), now));
            });
    boolean whole = fetched.missing().isEmpty();
    String message =
        whole
            ? "%d branches read".formatted(observed.size())
            : "branch %s does not exist".formatted(String.join(", ", fetched.missing()));
    write(
        repository,
        whole ? Phase.READY : Phase.FAILED,
        whole,
        whole ? "Fetched" : "BranchMissing",
        message,
        observed);
  }

  private void reportFailure(
      HubObject<RepositorySpec, RepositoryStatus> repository, Failure failure) {
    write(
        repository,
        Phase.FAILED,
        false,
        failure.reason(),
        failure.message(),
        repository.status().observed());
  }

  private void write(
      HubObject<RepositorySpec, RepositoryStatus> repository,
      Phase phase,
      boolean ready,
      String reason,
      String message,
      Map<String, Seen> observed) {
    var condition =
        new Condition(
            Condition.READY,
            ready ? Condition.Status.TRUE : Condition.Status.FALSE,
            repository.generation(),
            clock.now(),
            reason,
            message);
    var status =
        new RepositoryStatus(
            repository.generation(),
            phase,
            Condition.with(repository.status().conditions(), condition),
            observed);
    if (!status.equals(repository.status())) {
      writer.get().repository(repository, status);
    }
  }

  private Set<String> branchesOf(Name repository) {
    return syncsOf(repository).stream()
        .map(sync -> sync.spec().source().branch())
        .collect(Collectors.toUnmodifiableSet());
  }

  private List<HubObject<SyncSpec, SyncStatus>> syncsOf(Name repository) {
    return hub.syncs().all().stream()
        .filter(sync -> sync.name().namespace().equals(repository.namespace()))
        .filter(sync -> sync.spec().source().name().equals(repository.name()))
        .toList();
  }

  private static Duration jittered(Duration interval) {
    return new Backoff(interval, interval).pause(0).plus(interval.dividedBy(4));
  }
}
