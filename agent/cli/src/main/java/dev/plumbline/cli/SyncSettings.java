package dev.plumbline.cli;

import dev.plumbline.kustomize.Overlay;
import dev.plumbline.kustomize.Selector;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.render.CommonMetadata;
import dev.plumbline.render.IgnoreRule;
import dev.plumbline.render.RenderSettings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What a Sync, as the hub has it, changes in what its path holds. */
final class SyncSettings {
  private SyncSettings() {}

  static RenderSettings of(MapNode sync) {
    MapNode spec = sync.map("spec").orElse(MapNode.EMPTY);
    return new RenderSettings(
        overlay(spec),
        new CommonMetadata(
            texts(spec, "commonMetadata", "labels"), texts(spec, "commonMetadata", "annotations")),
        maps(spec, "ignore").map(SyncSettings::ignore).toList());
  }

  private static Overlay overlay(MapNode spec) {
    return new Overlay(
        "spec",
        text(spec, "targetNamespace"),
        text(spec, "namePrefix"),
        text(spec, "nameSuffix"),
        maps(spec, "images").map(SyncSettings::image).toList(),
        maps(spec, "patches").map(SyncSettings::patch).toList(),
        words(spec, "components"));
  }

  private static Overlay.Image image(MapNode image) {
    return new Overlay.Image(
        text(image, "name"), text(image, "newName"), text(image, "newTag"), text(image, "digest"));
  }

  private static Overlay.Patch patch(MapNode patch) {
    return new Overlay.Patch(
        text(patch, "patch"), patch.map("target").map(SyncSettings::selector).orElse(null));
  }

  private static IgnoreRule ignore(MapNode rule) {
    Optional<Selector> target = rule.map("target").map(SyncSettings::selector);
    return new IgnoreRule(target, words(rule, "paths"));
  }

  private static Selector selector(MapNode target) {
    return new Selector(
        text(target, "group"),
        text(target, "version"),
        text(target, "kind"),
        text(target, "name"),
        text(target, "namespace"),
        text(target, "labelSelector"),
        text(target, "annotationSelector"));
  }

  private static String text(MapNode map, String field) {
    return map.text(field).orElse("");
  }

  private static Stream<MapNode> maps(MapNode map, String field) {
    return map.list(field).stream().filter(MapNode.class::isInstance).map(MapNode.class::cast);
  }

  private static List<String> words(MapNode map, String field) {
    return map.list(field).stream()
        .filter(ScalarNode.class::isInstance)
        .map(item -> ((ScalarNode) item).text())
        .toList();
  }

  private static Map<String, String> texts(MapNode map, String... path) {
    var texts = new LinkedHashMap<String, String>();
    for (Map.Entry<String, Node> entry : map.map(path).orElse(MapNode.EMPTY).entries().entrySet()) {
      if (entry.getValue() instanceof ScalarNode value) {
        texts.put(entry.getKey(), value.text());
      }
    }
    return texts;
  }
}
