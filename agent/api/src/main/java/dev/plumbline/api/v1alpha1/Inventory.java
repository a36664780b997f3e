package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Kind;
import dev.plumbline.api.schema.Kind.Column;
import dev.plumbline.api.schema.Rule;
import java.util.List;

/** A part of what a large Sync owns. Never changed once made; the Sync's status names it. */
@Kind(
    doc =
        "Internal: a part of what a Sync with more than 100 objects owns. Do not edit or delete it;"
            + " the status of the Sync names those that count.",
    plural = "inventories",
    shortNames = "inv",
    columns = {
      @Column(name = "Sync", path = ".spec.sync", doc = "Whose objects these are."),
      @Column(
          name = "Entries",
          path = ".spec.count",
          type = "integer",
          doc = "How many objects it names."),
      @Column(
          name = "Age",
          path = ".metadata.creationTimestamp",
          type = "date",
          doc = "Since when it exists.")
    })
public record Inventory(
    @Field(doc = "The entries.", required = true)
        @Rule(value = "self == oldSelf", message = "an Inventory is never changed once made")
        Spec spec) {

  /** The entries of one chunk. */
  public record Spec(
      @Field(doc = "Name of the Sync, in the same namespace.", required = true, max = 253)
          String sync,
      @Field(doc = "How many entries there are.", required = true) int count,
      @Field(doc = "The entries, packed.", required = true, max = 8192, each = 1024)
          List<String> entries) {
    public Spec {
      entries = List.copyOf(entries);
    }
  }
}
