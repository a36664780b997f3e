package dev.plumbline.cli;

import dev.plumbline.api.v1alpha1.Marks;
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
    if (!wishes.confirmBy().isEmpty()) {
      return Optional.of(
          "its %s asks for a word: %s".formatted(wishes.confirmBy(), Marks.ALLOW_PRUNE));
    }
    if (live.text("metadata", "annotations", Marks.ADOPTED).isPresent() && !consents("adopted")) {
      return Optional.of("it was adopted, and needs prune.adopted: true");
    }
    String consent =
        switch (live.text("kind").orElse("")) {
          case "Namespace" -> "namespaces";
          case "PersistentVolumeClaim" -> "persistentVolumeClaims";
          case "CustomResourceDefinition" -> "customResourceDefinitions";
          default -> "";
        };
    return consent.isEmpty() || consents(consent)
        ? Optional.empty()
        : Optional.of("needs prune." + consent + ": true");
  }

  private boolean consents(String field) {
    return settings.text(field).orElse("false").equals("true");
  }
}
