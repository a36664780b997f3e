package dev.plumbline.health;

import dev.plumbline.health.Facts.Condition;
import dev.plumbline.model.MapNode;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Things that run: Pods, and Jobs, which run to an end. */
final class Pods {
  static final Rule JOB =
      Rule.reading(
          Pods::job,
          "spec.suspend",
          "spec.completions",
          "status.succeeded",
          "status.failed",
          "status.active");
  static final Rule POD =
      Rule.reading(
          Pods::pod,
          "status.phase",
          "status.reason",
          "status.message",
          "status.initContainerStatuses",
          "status.containerStatuses");

  private static final Set<String> HOPELESS =
      Set.of(
          "CrashLoopBackOff",
          "InvalidImageName",
          "CreateContainerConfigError",
          "RunContainerError");

  private Pods() {}

  private static Health job(Facts facts) {
    Optional<Condition> failed = facts.whenTrue("Failed");
    if (failed.isPresent()) {
      return Health.failed(failed.get().reason(), failed.get().why());
    }
    if (facts.whenTrue("Complete").isPresent()) {
      return Health.current("complete");
    }
    if (facts.isTrue("spec", "suspend")) {
      return Health.current("suspended");
    }
    return Health.inProgress(
        "Running",
        "%d of %d complete, %d running, %d failed"
            .formatted(
                facts.count("status", "succeeded"),
                facts.number("spec", "completions").orElse(1L),
                facts.count("status", "active"),
                facts.count("status", "failed")));
  }

  private static Health pod(Facts facts) {
    return switch (facts.text("status", "phase")) {
      case "Succeeded" -> Health.current("completed");
      case "Failed" ->
          Health.failed(
              orElse(facts.text("status", "reason"), "PodFailed"),
              orElse(facts.text("status", "message"), "a container ended with an error"));
      case "Running", "Pending" -> notDone(facts);
      default -> Health.inProgress("NotObserved", "not seen by the scheduler yet");
    };
  }

  private static Health notDone(Facts facts) {
    if (facts.whenTrue("Ready").isPresent()) {
      return Health.current("ready");
    }
    Optional<MapNode> waiting =
        Stream.of("initContainerStatuses", "containerStatuses")
            .flatMap(list -> facts.maps("status", list).stream())
            .filter(container -> container.map("state", "waiting").isPresent())
            .findFirst();
    if (waiting.isPresent()) {
      return waiting(waiting.get());
    }
    return facts
        .condition("PodScheduled")
        .filter(condition -> !condition.isTrue())
        .map(condition -> Health.inProgress(condition.reason(), condition.why()))
        .orElseGet(() -> Health.inProgress("NotReady", "not ready"));
  }

  private static Health waiting(MapNode container) {
    String reason = container.text("state", "waiting", "reason").orElse("Waiting");
    String sentence =
        "container %s is waiting: %s"
            .formatted(
                container.text("name").orElse("?"),
                Facts.cut(container.text("state", "waiting", "message").orElse(reason)));
    return HOPELESS.contains(reason)
        ? Health.failed(reason, sentence)
        : Health.inProgress(reason, sentence);
  }

  private static String orElse(String text, String other) {
    return text.isEmpty() ? other : text;
  }
}
