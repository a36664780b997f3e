package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.Condition;
import dev.plumbline.api.v1alpha1.Condition.Status;
import dev.plumbline.api.v1alpha1.SeenNamespace;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Blocked;
import dev.plumbline.api.v1alpha1.SyncStatus.Drift;
import dev.plumbline.api.v1alpha1.SyncStatus.Extra;
import dev.plumbline.api.v1alpha1.SyncStatus.Handled;
import dev.plumbline.api.v1alpha1.SyncStatus.Objects;
import dev.plumbline.api.v1alpha1.SyncStatus.Past;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.api.v1alpha1.SyncStatus.Revisions;
import dev.plumbline.model.OperationId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The next status of a Sync, built step by step from the last one. Used by one run, then done. */
final class Report {
  private final SyncStatus last;
  private final long generation;
  private final Instant now;
  private Phase phase;
  private List<Condition> conditions;
  private Revisions revision;
  private Objects objects;
  private List<Drift> drift;
  private List<Extra> extra;
  private List<Blocked> blocked;
  private String identity;
  private List<Past> history;
  private Handled handled;
  private List<SeenNamespace> namespaces;

  Report(SyncStatus last, long generation, Instant now) {
    this.last = last;
    this.generation = generation;
    this.now = now;
    this.phase = last.phase();
    this.conditions = last.conditions();
    this.revision = last.revision();
    this.objects = last.objects();
    this.drift = last.drift();
    this.extra = last.extra();
    this.blocked = last.blocked();
    this.identity = last.targetIdentity();
    this.history = last.history();
    this.handled = last.handled();
    this.namespaces = last.namespaces();
  }

  Report phase(Phase now) {
    phase = now;
    return this;
  }

  Report condition(String type, Status status, String reason, String message) {
    conditions =
        Condition.with(conditions, new Condition(type, status, generation, now, reason, message));
    return this;
  }

  Report ready(Phase inOneWord, boolean ready, String reason, String message) {
    return phase(inOneWord)
        .condition(Condition.READY, ready ? Status.TRUE : Status.FALSE, reason, message);
  }

  Report revision(Revisions revisions) {
    revision = revisions;
    return this;
  }

  Report objects(Objects counted) {
    objects = counted;
    return this;
  }

  Report drifted(List<Drift> more) {
    if (!more.isEmpty()) {
      var all = new ArrayList<>(drift);
      all.addAll(more);
      drift = all;
    }
    return this;
  }

  Report extra(List<Extra> now) {
    extra = now;
    return this;
  }

  Report blocked(List<Blocked> held) {
    blocked = held;
    return this;
  }

  Report identity(String uid) {
    identity = uid;
    return this;
  }

  Report handled(Handled annotations) {
    handled = annotations;
    return this;
  }

  Report namespaces(List<SeenNamespace> seen) {
    namespaces = seen;
    return this;
  }

  Report live(String what, Duration took, String verdict) {
    boolean repeated = !history.isEmpty() && history.getLast().revision().equals(what);
    if (!repeated) {
      var all = new ArrayList<>(history);
      all.add(new Past(what, now, took, verdict));
      history = all;
    }
    return this;
  }

  /** Whether a write of it would tell anybody anything. */
  boolean tellsSomething() {
    return !status(last.operation()).equals(last);
  }

  /** The status; its inventory is the last one's, for whoever writes it to replace. */
  SyncStatus status(OperationId operation) {
    return status(operation.toString());
  }

  private SyncStatus status(String operation) {
    return new SyncStatus(
        generation,
        phase,
        conditions,
        revision,
        operation,
        objects,
        drift,
        extra,
        blocked,
        last.inventory(),
        identity,
        history,
        handled,
        namespaces);
  }
}
