package dev.plumbline.render;

import dev.plumbline.kustomize.BuildResult;
import dev.plumbline.model.Position;

/** What the kustomize engine says, as findings. */
final class Findings {
  private Findings() {}

  static Finding of(BuildResult.Failed failed) {
    Position where = failed.where().orElse(Position.UNKNOWN);
    String place = where + ": ";
    String message = failed.message();
    return new Finding(
        where, message.startsWith(place) ? message.substring(place.length()) : message);
  }
}
