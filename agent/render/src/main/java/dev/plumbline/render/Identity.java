package dev.plumbline.render;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.regex.Pattern;

/**
 * Which object a document is. What ends up in a request's path is checked here, before anything is
 * sent.
 */
record Identity(ObjectKey key, String apiVersion) {
  private static final Pattern API_VERSION =
      Pattern.compile("(?:[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?/)?[a-z0-9]{1,63}");
  private static final Pattern KIND = Pattern.compile("[A-Za-z][A-Za-z0-9]{0,62}");
  private static final Pattern NAMESPACE = Pattern.compile("[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[^/%\\p{Cntrl}]{1,253}");

  static Identity of(MapNode object) throws Failure {
    String apiVersion = matching(API_VERSION, "apiVersion", object, object.position(), "object");
    String kind = matching(KIND, "kind", object, object.position(), "object");
    MapNode metadata = object.map("metadata").orElse(MapNode.EMPTY);
    Position where = metadata.position().known() ? metadata.position() : object.position();
    if (named(metadata, "name") == null && named(metadata, "generateName") != null) {
      throw new Failure(
          where,
          "%s has a generateName: every apply would make another one, give it a name"
              .formatted(kind));
    }
    String name = matching(NAME, "name", metadata, where, kind);
    String namespace =
        named(metadata, "namespace") == null
            ? ""
            : matching(NAMESPACE, "namespace", metadata, where, kind + " " + name);
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    return new Identity(new ObjectKey(group, kind, namespace, name), apiVersion);
  }

  /** The value of a field, unless it is missing, null or empty. */
  private static ScalarNode named(MapNode map, String field) {
    return map.get(field).orElse(null) instanceof ScalarNode scalar
            && !scalar.isNull()
            && !scalar.text().isEmpty()
        ? scalar
        : null;
  }

  private static String matching(
      Pattern pattern, String field, MapNode map, Position where, String what) throws Failure {
    ScalarNode value = named(map, field);
    if (value == null) {
      Node found = map.get(field).orElse(null);
      throw new Failure(
          found instanceof MapNode ? found.position() : where,
          "%s without %s".formatted(what, field));
    }
    if (!value.isString()) {
      throw new Failure(
          value.position(), "the %s of a %s is no string; put it in quotes".formatted(field, what));
    }
    if (!pattern.matcher(value.text()).matches()) {
      throw new Failure(
          value.position(), "the %s of a %s is not a valid %s".formatted(field, what, field));
    }
    return value.text();
  }
}
