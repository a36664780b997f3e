package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.Condition;
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
import dev.plumbline.api.v1alpha1.SyncStatus.StoredInventory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Specs and statuses to test with. */
final class Samples {
  static final String SYNC =
      """
      {"source":{"name":"fleet","branch":"main"},"path":"tenants/acme","targetRef":{"name":"eu"}}""";
  static final Instant NOON = Instant.parse("2026-11-30T12:00:00.123Z");

  private Samples() {}

  /** The spec of a Tenant, with further fields. */
  static String tenant(String more) {
    return """
        {"repositoryRef":{"name":"fleet"},"namespaces":["acme-*"],
         "serviceAccount":{"namespace":"acme-system","name":"plumbline"},%s}"""
        .formatted(more);
  }

  static SyncStatus status(Phase phase) {
    return new SyncStatus(
        1L, phase, List.of(), null, null, null, List.of(), List.of(), List.of(), null, null,
        List.of(), null, List.of());
  }

  /** A status that uses every field. */
  static SyncStatus full() {
    String revision = "main@sha1:" + "4f2c1d9a".repeat(5);
    var conditions =
        List.of(
            new Condition("Ready", Condition.Status.TRUE, 3L, NOON, "Applied", "24 objects live"),
            new Condition("Stalled", Condition.Status.FALSE, null, NOON, "Fine", ""));
    return new SyncStatus(
        3L,
        Phase.READY,
        conditions,
        new Revisions(revision, revision, "ssh:alice@example.com", "sha256:" + "0".repeat(64)),
        "01JDZZZZZZZZZZZZZZZZZZZZZZ",
        new Objects(24, 24, 0, 1),
        List.of(
            new Drift("apps/Deployment web/web", ".spec.replicas", "kubectl (scale)", NOON, NOON),
            new Drift("ConfigMap web/x", null, "kubectl", NOON, null)),
        List.of(new Extra("Service web/x", ".spec.externalIPs", "kubectl-edit", NOON)),
        List.of(new Blocked("Pod web/x", "Invalid", "unknown field \"contaners\"")),
        new StoredInventory(List.of("a|b|c", "ü"), null),
        "1f0a3c3e-0000-0000-0000-000000000000",
        List.of(new Past(revision, NOON, Duration.ofMillis(1234), "Ready")),
        new Handled("now", revision, null),
        List.of(new SeenNamespace("web", "1f0a3c3e-0000-0000-0000-000000000001")));
  }

  /** Entries as long as real ones. */
  static List<String> entries(int count) {
    return IntStream.range(0, count).mapToObj(Samples::entry).toList();
  }

  static String entry(int number) {
    return "apps/Deployment/tenant-%06d/web-frontend|v1|%s|%s"
        .formatted(number, "0123456789abcdef".repeat(4), "fedcba9876543210".repeat(5));
  }
}
