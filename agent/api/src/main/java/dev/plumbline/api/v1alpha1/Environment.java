package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Kind;
import dev.plumbline.api.schema.Kind.Column;
import dev.plumbline.api.schema.Rule;

/** One stage of delivery: a branch, an overlay inside each Tenant, and Targets. */
@Kind(
    doc = "One stage of delivery: a branch, an overlay inside each Tenant, and Targets.",
    plural = "environments",
    shortNames = "env",
    columns = {
      @Column(name = "Branch", path = ".spec.branch", doc = "The branch it is delivered from."),
      @Column(name = "Overlay", path = ".spec.overlay", doc = "The directory inside each Tenant."),
      @Column(
          name = "Targets",
          path = ".status.targets.count",
          type = "integer",
          doc = "How many Targets are selected."),
      @Column(name = "Syncs", path = ".status.syncs.summary", doc = "How many are ready."),
      @Column(name = "Status", path = ".status.phase", doc = "The state in one word."),
      @Column(
          name = "Ready",
          path = ".status.conditions[?(@.type==\"Ready\")].status",
          doc = "Whether its Syncs are ready."),
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
@Rule(
    value = "size(self.metadata.name) <= 63 && !self.metadata.name.contains('.')",
    message = "the name of an Environment must be lower-case letters, digits and '-', at most 63")
public record Environment(
    @Field(doc = "What is wanted.", required = true) EnvironmentSpec spec,
    @Field(doc = "What was found.") EnvironmentStatus status) {}
