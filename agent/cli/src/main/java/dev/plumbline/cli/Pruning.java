package dev.plumbline.cli;

import dev.plumbline.apply.Wishes;
import dev.plumbline.model.MapNode;
import java.util.Optional;

/** What of a Sync's leftovers its settings, or somebody's annotation, would leave where it is. */
record Pruning(MapNode settings) {
  static Pruning of(MapNode sync) {
    return new Pruning(sync.map("spec", "prune").orElse(MapNode.EMPTY));
  }

  /** Why an object stays; empty where it goes. */
  Optional<String> keeps(MapNode live) {
    if (settings.text("enabled").orElse("true").equals("false")) {
      return Optional.of("prune.enabled is false");
    }
    Wishes wishes = Wishes.of(live);
    if (!wishes.keptBy().isEmpty()) {
      return Optional.of(wishes.keptBy());
    }
    String consent =
        switch (live.text("kind").orElse("")) {
          case "Namespace" -> "namespaces";
          case "PersistentVolumeClaim" -> "persistentVolumeClaims";
          case "CustomResourceDefinition" -> "customResourceDefinitions";
          default -> "";
        };
    return consent.isEmpty() || settings.text(consent).orElse("false").equals("true")
        ? Optional.empty()
        : Optional.of("needs prune." + consent + ": true");
  }
}
