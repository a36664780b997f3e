package dev.plumbline.render;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Folds {@code stringData} of a Secret into {@code data}, as the API server does. The server keeps
 * only {@code data}, so drift in it would be invisible to who owns {@code stringData}.
 */
final class StringData {
  private static final String FIELD = "stringData";

  private StringData() {}

  static MapNode folded(MapNode object, Identity identity) throws Failure {
    Node given = object.get(FIELD).orElse(null);
    if (given == null
        || !identity.key().kind().equals("Secret")
        || !identity.key().group().isEmpty()) {
      return object;
    }
    MapNode rest = object.without(FIELD);
    return switch (given) {
      case MapNode strings ->
          strings.isEmpty() ? rest : rest.with("data", data(object, strings, identity));
      case ScalarNode scalar when scalar.isNull() -> rest;
      case ScalarNode scalar -> throw notStrings(scalar, identity);
      case ListNode list -> throw notStrings(list, identity);
    };
  }

  private static MapNode data(MapNode object, MapNode strings, Identity identity) throws Failure {
    MapNode data = object.map("data").orElse(MapNode.EMPTY);
    for (var entry : strings.entries().entrySet()) {
      if (!(entry.getValue() instanceof ScalarNode scalar
          && (scalar.isString() || scalar.isNull()))) {
        throw new Failure(
            entry.getValue().position(),
            "stringData.%s of %s is no string; put it in quotes"
                .formatted(entry.getKey(), identity.key()));
      }
      data = data.with(entry.getKey(), encoded(scalar));
    }
    return data;
  }

  private static ScalarNode encoded(ScalarNode scalar) {
    String text = scalar.isNull() ? "" : scalar.text();
    return new ScalarNode(
        Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)),
        ScalarNode.Type.STRING,
        ScalarNode.Style.PLAIN,
        scalar.position());
  }

  private static Failure notStrings(Node given, Identity identity) {
    return new Failure(
        given.position(), "stringData of %s is no map of strings".formatted(identity.key()));
  }
}
