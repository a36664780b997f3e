package dev.plumbline.hub;

import dev.plumbline.api.Durations;
import dev.plumbline.api.schema.Words;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes a record of the API; what is null or an empty list or map is left out. */
final class RecordWriter {
  private RecordWriter() {}

  static MapNode write(Record record) {
    var entries = new LinkedHashMap<String, Node>();
    for (Shape.Part part : Shape.of(record.getClass()).parts()) {
      Object value = part.valueIn(record);
      if (value != null && !isEmpty(value)) {
        entries.put(part.name(), node(value));
      }
    }
    return MapNode.of(entries);
  }

  private static Node node(Object value) {
    return switch (value) {
      case Record record -> write(record);
      case List<?> list -> ListNode.of(list.stream().map(RecordWriter::node).toList());
      case Map<?, ?> map -> map(map);
      case Enum<?> constant -> ScalarNode.of(Words.of(constant));
      case Boolean bool -> ScalarNode.of(bool.booleanValue());
      case Integer number -> ScalarNode.of(number.longValue());
      case Long number -> ScalarNode.of(number.longValue());
      case Duration duration -> ScalarNode.of(Durations.format(duration));
      case Instant instant -> ScalarNode.of(instant.toString());
      case String text -> ScalarNode.of(text);
      default -> throw new IllegalStateException("no way to write a " + value.getClass());
    };
  }

  private static MapNode map(Map<?, ?> map) {
    var entries = new LinkedHashMap<String, Node>();
    map.forEach((key, value) -> entries.put((String) key, node(value)));
    return MapNode.of(entries);
  }

  private static boolean isEmpty(Object value) {
    return switch (value) {
      case List<?> list -> list.isEmpty();
      case Map<?, ?> map -> map.isEmpty();
      default -> false;
    };
  }
}
