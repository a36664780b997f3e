package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;

/** How many Syncs, in which state. */
public record SyncCount(
    @Field(doc = "All there are.", required = true) int total,
    @Field(doc = "Those that are ready.", required = true) int ready,
    @Field(doc = "Those that cannot go on.", required = true) int failed,
    @Field(doc = "Ready of total, for people: 11/12.", max = 23) String summary) {
  public SyncCount {
    summary = ready + "/" + total;
  }

  public SyncCount(int total, int ready, int failed) {
    this(total, ready, failed, null);
  }
}
