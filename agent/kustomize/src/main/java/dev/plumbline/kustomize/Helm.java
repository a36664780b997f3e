package dev.plumbline.kustomize;

import dev.plumbline.model.Position;
import java.util.List;

/** Helm charts, which are refused: rendering one would run a program and fetch what it names. */
final class Helm {
  private static final String INSTEAD =
      "helm charts are not rendered here; render the chart with `helm template` in CI and commit"
          + " the result, or vendor its manifest, and list that file under \"resources\"";

  private Helm() {}

  /** Refuses a chart. Settings without a chart have no effect, as in kustomize. */
  static void refuse(Fields fields) {
    for (String field : List.of("helmCharts", "helmChartInflationGenerator")) {
      if (!fields.list(field, "[]types.HelmChart").isEmpty()) {
        throw refusal(fields.position(field), "field \"%s\"".formatted(field));
      }
    }
    var globals = fields.object("helmGlobals", "HelmGlobals");
    if (globals != null) {
      globals.text("chartHome");
      globals.text("configHome");
      globals.done();
    }
  }

  static BuildException refusal(Position where, String what) {
    return new BuildException(where, what + ": " + INSTEAD);
  }
}
