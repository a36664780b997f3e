package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads the metadata of an object out of what an API server sent. */
final class MetaReader {
  private static final Pattern INT64 = Pattern.compile("\\d{1,18}");

  private MetaReader() {}

  /**
   * @param kind what was asked for: a metadata-only answer calls every kind PartialObjectMetadata
   */
  static Meta read(ServedKind kind, MapNode object) throws IOException {
    var metadata = metadata(object);
    String name = metadata.text("name").orElse("");
    if (name.isEmpty()) {
      throw new IOException("the server sent a %s without a name".formatted(kind.kind()));
    }
    String namespace = metadata.text("namespace").orElse("");
    return read(kind, new ObjectKey(kind.group(), kind.kind(), namespace, name), metadata);
  }

  /** The answer to a write: the object, or a status that names no more than its uid. */
  static Meta written(ServedKind kind, ObjectKey key, MapNode answer) {
    return read(
        kind,
        key,
        answer.text("kind").orElse("").equals("Status")
            ? answer.map("details").orElse(MapNode.EMPTY)
            : metadata(answer));
  }

  private static MapNode metadata(MapNode object) {
    return object.map("metadata").orElse(MapNode.EMPTY);
  }

  private static Meta read(ServedKind kind, ObjectKey key, MapNode metadata) {
    return new Meta(
        key,
        kind.apiVersion(),
        metadata.text("uid").orElse(""),
        metadata.text("resourceVersion").orElse(""),
        metadata
            .text("generation")
            .filter(INT64.asMatchPredicate())
            .map(Long::parseLong)
            .orElse(0L),
        time(metadata, "creationTimestamp"),
        metadata.text("deletionTimestamp").isPresent(),
        metadata.list("finalizers").stream().map(MetaReader::text).toList(),
        texts(metadata, "labels"),
        texts(metadata, "annotations"),
        metadata.list("managedFields").stream()
            .filter(MapNode.class::isInstance)
            .map(entry -> managed((MapNode) entry))
            .toList());
  }

  private static ManagedEntry managed(MapNode entry) {
    return new ManagedEntry(
        entry.text("manager").orElse(""),
        entry.text("operation").orElse(""),
        entry.text("subresource").orElse(""),
        entry.text("apiVersion").orElse(""),
        time(entry, "time"),
        new FieldSet(entry.map("fieldsV1").orElse(MapNode.EMPTY)));
  }

  private static Instant time(MapNode map, String field) {
    try {
      return map.text(field).map(MetaReader::time).orElse(Instant.EPOCH);
    } catch (DateTimeException | NumberFormatException e) {
      return Instant.EPOCH;
    }
  }

  // An object has several, and the server writes them all as 2006-01-02T15:04:05Z. The parser of
  // the
  // JDK takes a quarter of the time that reading a watch takes.
  private static Instant time(String text) {
    return text.length() == "2006-01-02T15:04:05Z".length() && text.endsWith("Z")
        ? LocalDateTime.of(
                digits(text, 0, 4),
                digits(text, 5, 7),
                digits(text, 8, 10),
                digits(text, 11, 13),
                digits(text, 14, 16),
                digits(text, 17, 19))
            .toInstant(ZoneOffset.UTC)
        : Instant.parse(text);
  }

  private static int digits(String text, int from, int to) {
    return Integer.parseInt(text, from, to, 10);
  }

  private static Map<String, String> texts(MapNode metadata, String field) {
    var texts = new LinkedHashMap<String, String>();
    metadata
        .map(field)
        .ifPresent(map -> map.entries().forEach((name, value) -> texts.put(name, text(value))));
    return texts;
  }

  private static String text(Node node) {
    return node instanceof ScalarNode scalar ? scalar.text() : "";
  }
}
