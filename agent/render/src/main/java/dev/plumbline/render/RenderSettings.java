package dev.plumbline.render;

import dev.plumbline.kustomize.Overlay;
import java.util.List;
import java.util.Map;

/**
 * What is asked for beside a path. It changes what is delivered, never what is built.
 *
 * @param overlay as kustomize would carry it out over the path
 * @param metadata written on every object after that
 * @param ignore fields of the delivered objects that are left to others
 */
public record RenderSettings(Overlay overlay, CommonMetadata metadata, List<IgnoreRule> ignore) {
  public static final RenderSettings NONE =
      new RenderSettings(
          new Overlay("", "", "", "", List.of(), List.of(), List.of()),
          new CommonMetadata(Map.of(), Map.of()),
          List.of());

  public RenderSettings {
    ignore = List.copyOf(ignore);
  }

  boolean isEmpty() {
    return overlay.isEmpty() && metadata.isEmpty() && ignore.isEmpty();
  }
}
