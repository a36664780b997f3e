package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Kind;
import dev.plumbline.api.schema.Kind.Column;

/** A Git repository that Syncs deliver from. */
@Kind(
    doc = "A Git repository that Syncs deliver from.",
    plural = "repositories",
    shortNames = "repo",
    columns = {
      @Column(name = "URL", path = ".spec.url", doc = "Where it is."),
      @Column(
          name = "Ready",
          path = ".status.conditions[?(@.type==\"Ready\")].status",
          doc = "Whether it can be read."),
      @Column(name = "Status", path = ".status.phase", doc = "The state in one word."),
      @Column(
          name = "Message",
          path = ".status.conditions[?(@.type==\"Ready\")].message",
          doc = "What was found, or why it cannot be read.",
          priority = 1),
      @Column(
          name = "Age",
          path = ".metadata.creationTimestamp",
          type = "date",
          doc = "Since when it exists.")
    })
public record Repository(
    @Field(doc = "What is wanted.", required = true) RepositorySpec spec,
    @Field(doc = "What was found.") RepositoryStatus status) {}
