package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.RepositoryStatus.Phase;
import dev.plumbline.api.v1alpha1.RepositoryStatus.Seen;
import dev.plumbline.hub.EventWriter;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Revision;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells people, in its status and by events, what a look at a Repository found. */
final class RepositoryReports {
  private static final Logger LOG = LoggerFactory.getLogger(RepositoryReports.class);

  private final Supplier<HubWriter> writer;
  private final EventWriter events;
  private final Clock clock;

  RepositoryReports(Supplier<HubWriter> writer, EventWriter events, Clock clock) {
    this.writer = writer;
    this.events = events;
    this.clock = clock;
  }

  void fetched(HubObject<RepositorySpec, RepositoryStatus> repository, Fetched fetched) {
    Instant now = clock.now();
    var observed = new TreeMap<String, Seen>();
    fetched
        .heads()
        .forEach(
            (branch, revision) -> {
              Seen seen = repository.status().observed().get(branch);
              boolean same = seen != null && seen.commit().equals(revision.commit());
              observed.put(branch, same ? seen : new Seen(revision.commit(), now));
            });
    if (fetched.missing().isEmpty()) {
      String message = "%d branches read".formatted(observed.size());
      write(repository, Phase.READY, "Fetched", message, observed);
    } else {
      String message = "branch %s does not exist".formatted(String.join(", ", fetched.missing()));
      write(repository, Phase.FAILED, "BranchMissing", message, observed);
    }
  }

  void failed(HubObject<RepositorySpec, RepositoryStatus> repository, Failure failure) {
    write(
        repository,
        Phase.FAILED,
        failure.reason(),
        failure.message(),
        repository.status().observed());
  }

  /** A branch does not build on what it was: followed, as whoever pushed it wants, but told. */
  void rewound(
      HubObject<RepositorySpec, RepositoryStatus> repository,
      Revision now,
      Optional<Revision> was) {
    String message =
        "branch %s was rewound%s to %s"
            .formatted(now.ref(), was.map(old -> " from " + old.brief()).orElse(""), now.brief());
    LOG.atWarn().addKeyValue("repository", repository.name()).log("{}", message);
    events.write(
        new HubEvent(
            "Repository",
            repository.name(),
            repository.uid(),
            HubEvent.Type.WARNING,
            "BranchRewound",
            "Fetch",
            message));
  }

  private void write(
      HubObject<RepositorySpec, RepositoryStatus> repository,
      Phase phase,
      String reason,
      String message,
      Map<String, Seen> observed) {
    var condition =
        new Condition(
            Condition.READY,
            phase == Phase.READY ? Condition.Status.TRUE : Condition.Status.FALSE,
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
}
