package dev.plumbline.render;

import dev.plumbline.model.ReadSet;
import java.util.List;

/**
 * There are no objects.
 *
 * @param findings at least one; the first is the one to tell when there is room for one
 */
public record RenderFailed(List<Finding> findings, ReadSet readSet) implements RenderOutcome {
  public RenderFailed {
    findings = List.copyOf(findings);
    if (findings.isEmpty()) {
      throw new IllegalArgumentException("a render fails for a reason");
    }
  }

  /** The first finding, and how many more there are. */
  public String sentence() {
    String first = findings.getFirst().toString();
    return findings.size() == 1 ? first : "%s (and %d more)".formatted(first, findings.size() - 1);
  }
}
