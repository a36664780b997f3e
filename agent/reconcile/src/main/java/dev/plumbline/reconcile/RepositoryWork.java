package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.hub.Hub;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.reconcile.WorkQueue.Next;
import dev.plumbline.source.VersionRange;
import dev.plumbline.source.git.Changes;
import dev.plumbline.source.git.FetchOutcome;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.FetchOutcome.Unreachable;
import dev.plumbline.source.git.GitAccess;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.source.git.GitSource;
import dev.plumbline.source.git.GitUrl;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Looks at a Repository: fetches the branches and tags that Syncs ask for which may, and has
 * exactly those Syncs run whose files changed.
 */
final class RepositoryWork implements WorkQueue.Work {
  private static final Backoff RETRY = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  private final Hub hub;
  private final RepositoryAccess access;
  private final GitRepositories repositories;
  private final Looking looking;
  private final Sources sources;
  private final Memories memories;
  private final Mandates mandates;
  private final Runs runs;
  private final RepositoryReports reports;
  private final Consumer<Name> looked;
  private final Clock clock;

  /** Has Syncs run; the queue they are in. */
  interface Runs {
    /** The Sync's files changed: whatever it does now is outdated. */
    void outdated(Name sync, String why);
  }

  /**
   * @param looked told of each Repository after it was looked at
   */
  RepositoryWork(
      Hub hub,
      GitRepositories repositories,
      Sources sources,
      Memories memories,
      Mandates mandates,
      Runs runs,
      RepositoryReports reports,
      Consumer<Name> looked,
      Clock clock) {
    this.hub = hub;
    this.access = new RepositoryAccess(hub);
    this.repositories = repositories;
    this.looking = new Looking(repositories);
    this.sources = sources;
    this.memories = memories;
    this.mandates = mandates;
    this.runs = runs;
    this.reports = reports;
    this.looked = looked;
    this.clock = clock;
  }

  @Override
  public Next run(Name name, Cancellation cancellation) throws IOException, InterruptedException {
    return switch (hub.repositories().lookup(name)) {
      case Lookup.Absent<RepositorySpec, RepositoryStatus>() -> {
        sources.remove(name);
        repositories.forget(name);
        yield new Next.WhenAsked();
      }
      // What it brought so far stands; nothing new comes until it can be read.
      case Lookup.Malformed<RepositorySpec, RepositoryStatus> malformed -> {
        hub.events().write(HubEvent.malformed("Repository", malformed));
        yield new Next.WhenAsked();
      }
      case Lookup.Found<RepositorySpec, RepositoryStatus>(var repository) -> look(repository);
    };
  }

  private Next look(HubObject<RepositorySpec, RepositoryStatus> repository)
      throws IOException, InterruptedException {
    Set<GitRef> refs = refsOf(repository.name());
    if (refs.isEmpty()) {
      // Nobody looks any more, so what is known grows old: the next one that asks brings us back.
      sources.remove(repository.name());
      return new Next.WhenAsked();
    }
    return switch (fetch(repository, refs)) {
      case Looking.Found.Seen seen -> {
        moved(repository, seen);
        looked.accept(repository.name());
        reports.fetched(repository, seen);
        yield new Next.After(jittered(repository.spec().interval()));
      }
      case Looking.Found.Nothing(Unreachable unreachable) -> {
        failed(repository, unreachable);
        looked.accept(repository.name());
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

  private Looking.Found fetch(
      HubObject<RepositorySpec, RepositoryStatus> repository, Set<GitRef> refs)
      throws IOException, InterruptedException {
    RepositorySpec spec = repository.spec();
    GitUrl url;
    try {
      url = GitUrl.parse(spec.url());
    } catch (IllegalArgumentException e) {
      return nothing(FetchOutcome.Reason.INVALID_URL, e);
    }
    GitAccess access;
    try {
      access = this.access.of(repository.name(), spec, url);
    } catch (IllegalArgumentException | IOException e) {
      return nothing(FetchOutcome.Reason.AUTHENTICATION_REFUSED, e);
    }
    var source = new GitSource(repository.name(), url, access, refs);
    return looking.look(source, before(repository.name()).refused().keySet());
  }

  private static Looking.Found nothing(FetchOutcome.Reason reason, Exception why) {
    return new Looking.Found.Nothing(new Unreachable(reason, why.getMessage()));
  }

  private RepositoryState before(Name repository) {
    return sources.get(repository).orElse(RepositoryState.NEVER_SEEN);
  }

  // A Sync that runs well on what it has is not bothered with a server that is away.
  private void failed(
      HubObject<RepositorySpec, RepositoryStatus> repository, Unreachable unreachable) {
    Name name = repository.name();
    var failure = new Failure(Failure.camel(unreachable.reason()), unreachable.sentence());
    RepositoryState before = before(name);
    sources.put(name, before.failed(failure));
    if (before.failure().filter(failure::equals).isEmpty()) {
      awake(name)
          .filter(sync -> memories.get(sync.name()).empty())
          .forEach(sync -> runs.outdated(sync.name(), "its repository cannot be read"));
    }
    reports.failed(repository, failure);
  }

  private void moved(
      HubObject<RepositorySpec, RepositoryStatus> repository, Looking.Found.Seen seen)
      throws IOException {
    Name name = repository.name();
    RepositoryState before = before(name);
    RepositoryState now = before.seen(seen);
    sources.put(name, now);
    tellMoves(repository, before, seen.fetched());
    Map<String, Changes> changes = new HashMap<>();
    for (var sync : awake(name).toList()) {
      Optional<GitRef> ref = Follows.readable(sync.spec().source());
      if (ref.isPresent()) {
        moved(name, sync.name(), ref.get(), before, now, changes);
      }
    }
  }

  private void moved(
      Name repository,
      Name sync,
      GitRef ref,
      RepositoryState before,
      RepositoryState now,
      Map<String, Changes> changes)
      throws IOException {
    Optional<Revision> head = now.head(ref);
    if (head.isEmpty()) {
      if (!before.isNot(ref)) {
        runs.outdated(sync, "what it follows does not exist, or is not taken");
      }
    } else if (before.head(ref).isEmpty()) {
      runs.outdated(sync, "what it follows is here");
    } else {
      settle(repository, sync, head.get(), changes);
    }
  }

  private void tellMoves(
      HubObject<RepositorySpec, RepositoryStatus> repository,
      RepositoryState before,
      Fetched fetched) {
    fetched
        .heads()
        .forEach(
            (ref, now) -> {
              Optional<Revision> was = before.head(ref);
              if (fetched.rewound().contains(ref)) {
                reports.moved(repository, ref, now, was);
              } else if (ref instanceof GitRef.Newest
                  && was.isPresent()
                  && VersionRange.goesBack(was.get().ref(), now.ref())) {
                reports.moved(repository, ref, now, was);
              }
            });
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

  private Set<GitRef> refsOf(Name repository) {
    Stream<GitRef> ofEnvironments =
        hub.environments().all().stream()
            .filter(environment -> environment.name().namespace().equals(repository.namespace()))
            .map(HubObject::spec)
            .filter(environment -> environment.repositoryRef().name().equals(repository.name()))
            .map(environment -> new GitRef.Branch(environment.branch()));
    return Stream.concat(
            ofEnvironments,
            syncsOf(repository)
                .filter(sync -> mandates.of(sync) instanceof Mandate.Given)
                .flatMap(sync -> Follows.readable(sync.spec().source()).stream()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private Stream<HubObject<SyncSpec, SyncStatus>> syncsOf(Name repository) {
    return hub.syncs().all().stream()
        .filter(sync -> hub.home(sync.name(), sync.spec().source().name()).equals(repository));
  }

  /** Those that care where the repository stands: not the suspended, and not those that go. */
  private Stream<HubObject<SyncSpec, SyncStatus>> awake(Name repository) {
    Instant now = clock.now();
    return syncsOf(repository).filter(sync -> !sync.deleting() && !sync.spec().suspended(now));
  }

  private static Duration jittered(Duration interval) {
    return new Backoff(interval, interval).pause(0).plus(interval.dividedBy(4));
  }
}
