package dev.plumbline.hub;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What we use of {@code metadata}; the API server vouches for its form. */
record Metadata(MapNode node) {
  static Metadata of(MapNode node) {
    return new Metadata(node);
  }

  <S extends Record, T extends Record> HubObject<S, T> object(Name name, S spec, T status) {
    return new HubObject<>(
        name,
        text("uid"),
        text("resourceVersion"),
        generation(),
        texts("labels"),
        texts("annotations"),
        finalizers(),
        node.at("deletionTimestamp").isPresent(),
        created(),
        spec,
        status);
  }

  private String text(String field) {
    return node.text(field)
        .orElseThrow(() -> new MalformedException("metadata." + field, "is missing"));
  }

  private long generation() {
    try {
      return node.text("generation").map(Long::parseLong).orElse(0L);
    } catch (NumberFormatException e) {
      throw new MalformedException("metadata.generation", "is no number");
    }
  }

  private Instant created() {
    try {
      return Instant.parse(text("creationTimestamp"));
    } catch (DateTimeException e) {
      throw new MalformedException("metadata.creationTimestamp", "is no time");
    }
  }

  private List<String> finalizers() {
    return node.list("finalizers").stream().map(Metadata::text).toList();
  }

  private Map<String, String> texts(String field) {
    var texts = new LinkedHashMap<String, String>();
    node.map(field)
        .ifPresent(map -> map.entries().forEach((key, value) -> texts.put(key, text(value))));
    return texts;
  }

  private static String text(Node node) {
    return node instanceof ScalarNode scalar ? scalar.text() : "";
  }
}
