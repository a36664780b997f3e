package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Kind;
import dev.plumbline.api.schema.Kind.Column;

/** A cluster that Syncs deliver to. */
@Kind(
    doc = "A cluster that Syncs deliver to.",
    plural = "targets",
    shortNames = "tgt",
    columns = {
      @Column(name = "Version", path = ".status.version", doc = "What the cluster runs."),
      @Column(
          name = "Reachable",
          path = ".status.reachable",
          type = "boolean",
          doc = "Whether it answers."),
      @Column(
          name = "Syncs",
          path = ".status.syncs.summary",
          doc = "How many of its Syncs are ready."),
      @Column(
          name = "Objects",
          path = ".status.objects",
          type = "integer",
          doc = "How many objects its Syncs want there.",
          priority = 1),
      @Column(name = "Status", path = ".status.phase", doc = "The state in one word."),
      @Column(
          name = "Ready",
          path = ".status.conditions[?(@.type==\"Ready\")].status",
          doc = "Whether it can be delivered to."),
      @Column(
          name = "Identity",
          path = ".status.identity",
          doc = "The uid of its kube-system namespace.",
          priority = 1),
      @Column(
          name = "Message",
          path = ".status.conditions[?(@.type==\"Ready\")].message",
          doc = "Why it is not ready.",
          priority = 1),
      @Column(
          name = "Age",
          path = ".metadata.creationTimestamp",
          type = "date",
          doc = "Since when it exists.")
    })
public record Target(
    @Field(doc = "What is wanted.", required = true) TargetSpec spec,
    @Field(doc = "What was found.") TargetStatus status) {}
