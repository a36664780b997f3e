package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Kind;
import dev.plumbline.api.schema.Kind.Column;
import dev.plumbline.api.schema.Rule;

/** Who may deliver what where: a directory of a repository, and the identity it is delivered as. */
@Kind(
    doc =
        "Who may deliver what where: a directory of a repository, and the identity it is delivered"
            + " as. A Sync is generated for each of its Environments and their Targets.",
    plural = "tenants",
    shortNames = "tn",
    columns = {
      @Column(
          name = "Directory",
          path = ".status.directory",
          doc = "Where its manifests are in the repository."),
      @Column(name = "Syncs", path = ".status.syncs.summary", doc = "How many are ready."),
      @Column(name = "Status", path = ".status.phase", doc = "The state in one word."),
      @Column(
          name = "Ready",
          path = ".status.conditions[?(@.type==\"Ready\")].status",
          doc = "Whether its Syncs are there and ready."),
      @Column(
          name = "Namespaces",
          path = ".spec.namespaces",
          doc = "Where it may deliver.",
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
@Rule(
    value = "size(self.metadata.name) <= 63 && !self.metadata.name.contains('.')",
    message = "the name of a Tenant must be lower-case letters, digits and '-', at most 63")
public record Tenant(
    @Field(doc = "What is wanted.", required = true) TenantSpec spec,
    @Field(doc = "What was found.") TenantStatus status) {}
