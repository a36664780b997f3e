package dev.plumbline.health;

import dev.plumbline.health.Facts.Condition;
import java.util.Optional;

/** Kinds that keep a number of Pods running. */
final class Workloads {
  static final Rule DEPLOYMENT =
      Rule.reading(
          Workloads::deployment,
          "spec.replicas",
          "spec.paused",
          "status.replicas",
          "status.updatedReplicas",
          "status.readyReplicas",
          "status.availableReplicas");
  static final Rule STATEFUL_SET =
      Rule.reading(
          Workloads::statefulSet,
          "spec.replicas",
          "spec.updateStrategy",
          "status.replicas",
          "status.readyReplicas",
          "status.availableReplicas",
          "status.updatedReplicas",
          "status.currentRevision",
          "status.updateRevision");
  static final Rule DAEMON_SET =
      Rule.reading(
          Workloads::daemonSet,
          "spec.updateStrategy.type",
          "status.desiredNumberScheduled",
          "status.currentNumberScheduled",
          "status.updatedNumberScheduled",
          "status.numberAvailable",
          "status.numberReady");
  static final Rule REPLICA_SET =
      Rule.reading(
          Workloads::replicaSet,
          "spec.replicas",
          "status.replicas",
          "status.readyReplicas",
          "status.availableReplicas");

  private static final Health NOT_SEEN =
      Health.inProgress("GenerationNotObserved", "its controller has not seen it yet");

  private Workloads() {}

  private static Health deployment(Facts facts) {
    if (unseen(facts)) {
      return NOT_SEEN;
    }
    Optional<Condition> progressing = facts.condition("Progressing");
    if (progressing.filter(it -> it.reason().equals("ProgressDeadlineExceeded")).isPresent()) {
      return Health.failed("ProgressDeadlineExceeded", progress(facts, progressing.get()));
    }
    long wanted = wanted(facts);
    long replicas = facts.count("status", "replicas");
    long updated = facts.count("status", "updatedReplicas");
    if (updated < wanted) {
      return facts.isTrue("spec", "paused")
          ? Health.inProgress("Paused", "paused with " + of(updated, wanted) + " updated")
          : lacking(facts, "Updating", of(updated, wanted) + " updated");
    }
    if (replicas > updated) {
      return Health.inProgress(
          "OldReplicas", (replicas - updated) + " old replicas still to be stopped");
    }
    long available = facts.count("status", "availableReplicas");
    if (available < wanted) {
      return lacking(facts, "NotAvailable", ready(facts, available, wanted));
    }
    if (progressing.isPresent() && !progressing.get().isTrue()) {
      return Health.inProgress(progressing.get().reason(), progressing.get().why());
    }
    return facts
        .condition("Available")
        .filter(condition -> !condition.isTrue())
        .map(condition -> Health.inProgress(condition.reason(), condition.why()))
        .orElseGet(() -> Health.current(of(available, wanted) + " ready"));
  }

  private static Health statefulSet(Facts facts) {
    if (unseen(facts)) {
      return NOT_SEEN;
    }
    long wanted = wanted(facts);
    if (facts.count("status", "replicas") < wanted) {
      return lacking(facts, "Creating", of(facts.count("status", "replicas"), wanted) + " created");
    }
    if (facts.count("status", "readyReplicas") < wanted) {
      return Health.inProgress(
          "NotReady", of(facts.count("status", "readyReplicas"), wanted) + " ready");
    }
    if (facts.count("status", "replicas") > wanted) {
      return Health.inProgress(
          "ExtraReplicas",
          (facts.count("status", "replicas") - wanted) + " replicas too many still to be stopped");
    }
    if (facts.text("spec", "updateStrategy", "type").equals("OnDelete")) {
      return Health.current(of(wanted, wanted) + " ready; updates wait for deletions (OnDelete)");
    }
    return updates(facts, wanted);
  }

  private static Health updates(Facts facts, long wanted) {
    long partition = facts.count("spec", "updateStrategy", "rollingUpdate", "partition");
    long toUpdate = Math.max(0, wanted - partition);
    long updated = facts.count("status", "updatedReplicas");
    boolean whole =
        facts.text("status", "currentRevision").equals(facts.text("status", "updateRevision"));
    if (!whole && updated < toUpdate) {
      return Health.inProgress("Updating", of(updated, toUpdate) + " updated");
    }
    return Health.current(
        of(wanted, wanted)
            + " ready"
            + (!whole && partition > 0 ? ", updated down to partition " + partition : ""));
  }

  private static Health daemonSet(Facts facts) {
    Optional<Long> wanted = facts.number("status", "desiredNumberScheduled");
    if (unseen(facts) || wanted.isEmpty()) {
      return NOT_SEEN;
    }
    boolean rolls = !facts.text("spec", "updateStrategy", "type").equals("OnDelete");
    long updated = facts.count("status", "updatedNumberScheduled");
    if (facts.count("status", "currentNumberScheduled") < wanted.get()) {
      return Health.inProgress(
          "Creating",
          nodes(facts.count("status", "currentNumberScheduled"), wanted.get()) + " have its Pod");
    }
    if (rolls && updated < wanted.get()) {
      return Health.inProgress("Updating", nodes(updated, wanted.get()) + " updated");
    }
    long ready =
        Math.min(facts.count("status", "numberAvailable"), facts.count("status", "numberReady"));
    return ready < wanted.get()
        ? Health.inProgress("NotReady", nodes(ready, wanted.get()) + " ready")
        : Health.current(nodes(ready, wanted.get()) + " ready");
  }

  private static Health replicaSet(Facts facts) {
    if (unseen(facts)) {
      return NOT_SEEN;
    }
    long wanted = wanted(facts);
    long replicas = facts.count("status", "replicas");
    long available = facts.count("status", "availableReplicas");
    if (replicas > wanted) {
      return Health.inProgress(
          "ExtraReplicas", (replicas - wanted) + " replicas too many still to be stopped");
    }
    return available < wanted
        ? lacking(facts, "NotAvailable", ready(facts, available, wanted))
        : Health.current(of(available, wanted) + " ready");
  }

  // These controllers all report what they saw; until then the counts are of nothing.
  private static boolean unseen(Facts facts) {
    return facts.number("status", "observedGeneration").isEmpty();
  }

  private static long wanted(Facts facts) {
    return facts.number("spec", "replicas").orElse(1L);
  }

  /** Quota and admission show in ReplicaFailure, and nowhere else. */
  private static Health lacking(Facts facts, String reason, String counts) {
    return facts
        .whenTrue("ReplicaFailure")
        .map(failure -> Health.inProgress(failure.reason(), counts + ": " + failure.why()))
        .orElseGet(() -> Health.inProgress(reason, counts));
  }

  private static String progress(Facts facts, Condition progressing) {
    return ready(facts, facts.count("status", "availableReplicas"), wanted(facts))
        + ": "
        + progressing.why();
  }

  // Ready Pods are available only after minReadySeconds: say which of the two is missing.
  private static String ready(Facts facts, long available, long wanted) {
    long ready = facts.count("status", "readyReplicas");
    return ready >= wanted ? of(available, wanted) + " available" : of(ready, wanted) + " ready";
  }

  private static String of(long some, long all) {
    return some + " of " + all + (all == 1 ? " replica" : " replicas");
  }

  private static String nodes(long some, long all) {
    return some + " of " + all + (all == 1 ? " node" : " nodes");
  }
}
