package dev.plumbline.render;

import dev.plumbline.model.Position;
import java.util.List;

/** Ends a render from wherever it is found out that it cannot succeed. */
final class Failure extends Exception {
  private static final long serialVersionUID = 1;

  private final transient List<Finding> findings;

  Failure(List<Finding> findings) {
    super(findings.getFirst().toString());
    this.findings = List.copyOf(findings);
  }

  Failure(Position where, String sentence) {
    this(List.of(new Finding(where, sentence)));
  }

  List<Finding> findings() {
    return findings;
  }
}
