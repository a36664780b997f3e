package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Kind;
import dev.plumbline.api.schema.Kind.Column;

/** One directory of a source, kept true on one target. */
@Kind(
    doc = "One directory of a source, kept true on one target.",
    plural = "syncs",
    shortNames = "sy",
    columns = {
      @Column(name = "Target", path = ".spec.targetRef.name", doc = "Where it delivers to."),
      @Column(name = "Revision", path = ".status.revision.brief", doc = "What is live."),
      @Column(name = "Status", path = ".status.phase", doc = "The state in one word."),
      @Column(
          name = "Ready",
          path = ".status.conditions[?(@.type==\"Ready\")].status",
          doc = "Whether what was asked for is live and healthy."),
      @Column(
          name = "Objects",
          path = ".status.objects.summary",
          doc = "How many of its objects are ready."),
      @Column(
          name = "Drifted",
          path = ".status.objects.drifted",
          type = "integer",
          doc = "How many objects are not as wanted.",
          priority = 1),
      @Column(
          name = "Blocked",
          path = ".status.objects.blocked",
          type = "integer",
          doc = "How many objects are held back.",
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
public record Sync(
    @Field(doc = "What is wanted.", required = true) SyncSpec spec,
    @Field(doc = "What was found and done.") SyncStatus status) {}
