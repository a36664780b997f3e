package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import java.util.List;

/** Targets by their labels. */
public record SelectedTargets(
    @Field(doc = "How many there are.", required = true) int count,
    @Field(doc = "The first 100 of them, by name.", max = 100, each = 253) List<String> names) {
  public SelectedTargets {
    names = Bounds.first(names, 100);
  }
}
