package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.util.List;
import java.util.Map;

/** Selects objects by their labels, as everywhere in Kubernetes: an empty one selects all. */
public record LabelSelector(
    @Field(doc = "Labels an object must have.", max = 64, each = 317)
        Map<String, String> matchLabels,
    @Field(doc = "Further demands; all must hold.", max = 32) List<Requirement> matchExpressions) {

  public LabelSelector {
    matchLabels = Map.copyOf(matchLabels);
    matchExpressions = List.copyOf(matchExpressions);
  }

  /** Whether an object with these labels is selected. */
  public boolean matches(Map<String, String> labels) {
    return labels.entrySet().containsAll(matchLabels.entrySet())
        && matchExpressions.stream().allMatch(demand -> demand.matches(labels));
  }

  /** One demand on a label. */
  @Rule(
      value =
          "self.operator in ['In', 'NotIn'] ? has(self.values) && size(self.values) > 0 :"
              + " !has(self.values) || size(self.values) == 0",
      message = "In and NotIn need values; Exists and DoesNotExist have none")
  public record Requirement(
      @Field(doc = "The label.", required = true, min = 1, max = 317) String key,
      @Field(doc = "What is demanded of it.", required = true) Operator operator,
      @Field(doc = "The values that In and NotIn compare with.", max = 64, each = 63)
          List<String> values) {

    /** What can be demanded. */
    public enum Operator {
      IN,
      NOT_IN,
      EXISTS,
      DOES_NOT_EXIST
    }

    public Requirement {
      values = List.copyOf(values);
    }

    boolean matches(Map<String, String> labels) {
      String value = labels.get(key);
      return switch (operator) {
        case IN -> value != null && values.contains(value);
        case NOT_IN -> value == null || !values.contains(value);
        case EXISTS -> value != null;
        case DOES_NOT_EXIST -> value == null;
      };
    }
  }
}
