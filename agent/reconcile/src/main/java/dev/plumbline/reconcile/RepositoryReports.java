package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.RepositoryStatus;
import dev.plumbline.api.v1alpha1.RepositoryStatus.Handled;
import dev.plumbline.api.v1alpha1.RepositoryStatus.Phase;
import dev.plumbline.api.v1alpha1.RepositoryStatus.Seen;
import dev.plumbline.hub.EventWriter;
import dev.plumbline.hub.HubEvent;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.HubWriter;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Revision;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.Missing;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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

  void fetched(HubObject<RepositorySpec, RepositoryStatus> repository, Looking.Found.Seen looked) {
    Instant now = clock.now();
    Fetched fetched = looked.fetched();
    var observed = new TreeMap<String, Seen>();
    fetched
        .heads()
        .forEach(
            (ref, revision) -> {
              Seen last = repository.status().observed().get(ref.key());
              Seen seen = seen(ref, revision, fetched.tagObjects().get(ref), now);
              observed.put(
                  ref.key(), last != null && seen.at(last.at()).equals(last) ? last : seen);
            });
    looked
        .refused()
        .keySet()
        .forEach(ref -> keep(ref.key(), repository.status().observed(), observed));
    if (!looked.refused().isEmpty()) {
      List<Failure> refused =
          looked.refused().values().stream()
              .sorted(Comparator.comparing(Failure::message))
              .toList();
      String message = refused.stream().map(Failure::message).collect(Collectors.joining("; "));
      write(repository, Phase.FAILED, refused.getFirst().reason(), message, observed);
    } else if (fetched.missing().isEmpty()) {
      String message = "%d branches and tags read".formatted(observed.size());
      write(repository, Phase.READY, "Fetched", message, observed);
    } else {
      List<Missing> missing =
          fetched.missing().values().stream().sorted(Comparator.comparing(Missing::what)).toList();
      String message = missing.stream().map(Missing::what).collect(Collectors.joining(", "));
      String reason = Failure.camel(missing.getFirst().reason());
      write(repository, Phase.FAILED, reason, message, observed);
    }
  }

  private static void keep(String key, Map<String, Seen> before, Map<String, Seen> now) {
    Seen last = before.get(key);
    if (last != null) {
      now.put(key, last);
    }
  }

  private static Seen seen(GitRef ref, Revision revision, String tagObject, Instant at) {
    boolean tag = ref instanceof GitRef.Tag || ref instanceof GitRef.Newest;
    return new Seen(revision.commit(), tag ? revision.ref() : null, tagObject, at);
  }

  void failed(HubObject<RepositorySpec, RepositoryStatus> repository, Failure failure) {
    write(
        repository,
        Phase.FAILED,
        failure.reason(),
        failure.message(),
        repository.status().observed());
  }

  /**
   * A branch does not build on what it was, or a tag leads elsewhere: followed, as whoever pushed
   * it wants, but told.
   */
  void moved(
      HubObject<RepositorySpec, RepositoryStatus> repository,
      GitRef ref,
      Revision now,
      Optional<Revision> was) {
    boolean branch = ref instanceof GitRef.Branch;
    String message =
        "%s was %s%s to %s"
            .formatted(
                ref,
                branch ? "rewound" : "moved",
                was.map(old -> " from " + old.brief()).orElse(""),
                now.brief());
    LOG.atWarn().addKeyValue("repository", repository.name()).log("{}", message);
    events.write(
        new HubEvent(
            "Repository",
            repository.name(),
            repository.uid(),
            HubEvent.Type.WARNING,
            branch ? "BranchRewound" : "TagMoved",
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
            observed,
            handled(repository));
    if (!status.equals(repository.status())) {
      writer.get().repository(repository, status);
    }
  }

  private static Handled handled(HubObject<RepositorySpec, RepositoryStatus> repository) {
    String asked = repository.annotations().get(Marks.REQUESTED_AT);
    return asked == null ? repository.status().handled() : new Handled(asked);
  }
}
