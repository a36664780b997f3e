package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Copies values from one resource into others. */
record ReplacementTransformer(List<Replacement> replacements, Scope scope) implements Transformer {
  /** A scalar that was just made, and has no type of its own. */
  private static final ScalarNode MADE = Trees.untyped("", null);

  @Override
  public void transform(ResMap map) {
    for (var replacement : replacements) {
      try {
        transform(map, replacement);
      } catch (BuildException e) {
        throw e.at(replacement.where());
      }
    }
  }

  private void transform(ResMap map, Replacement replacement) {
    if ((replacement.source() == null && replacement.value() == null)
        || replacement.targets().isEmpty()) {
      throw new BuildException("replacements must specify a source and at least one target");
    }
    if (replacement.source() != null && replacement.value() != null) {
      throw new BuildException("value and resource selectors are mutually exclusive");
    }
    var value =
        replacement.source() == null
            ? new Value(-1, null, Trees.untyped(replacement.value(), replacement.where()))
            : valueOf(map, replacement.source());
    for (var target : replacement.targets()) {
      write(map, target, value);
    }
  }

  /**
   * What is copied. kustomize copies from the very field: where that is among the targets too, what
   * was written into it is what the targets after it get.
   *
   * @param at the source among the resources; negative where the value stays as it is
   */
  private record Value(int at, List<String> path, Node first) {
    Node in(Node body) {
      try {
        var now = at < 0 ? first : Lookup.find(body, path);
        return now == null ? first : now;
      } catch (BuildException e) {
        return first;
      }
    }
  }

  private Value valueOf(ResMap map, Replacement.Source source) {
    int at = -1;
    for (int i = 0; i < map.size(); i++) {
      if (ids(map.get(i)).stream().anyMatch(id -> isSource(id, source))) {
        if (at >= 0) {
          throw new BuildException("multiple matches for selector " + source);
        }
        at = i;
      }
    }
    if (at < 0) {
      throw new BuildException("nothing selected by " + source);
    }
    var found = map.get(at);
    String path = source.path().isEmpty() ? Replacement.NAME : source.path();
    Node value;
    try {
      value = Lookup.find(found.body(), Lookup.split(path));
    } catch (BuildException e) {
      throw e.within("error looking up replacement source");
    }
    if (Trees.isNullOrEmpty(value)) {
      throw new BuildException(
          "fieldPath `%s` is missing for replacement source %s"
              .formatted(path, new ResId(source.gvk(), source.name(), source.namespace(), false)));
    }
    boolean whole = source.options().delimiter().isEmpty();
    return new Value(whole ? at : -1, Lookup.split(path), part(value, source.options()));
  }

  private static Node part(Node value, Replacement.Options options) {
    if (options.delimiter().isEmpty()) {
      return value;
    }
    if (!(value instanceof ScalarNode scalar)) {
      throw new BuildException("delimiter option can only be used with scalar nodes");
    }
    var parts = split(scalar.text(), options.delimiter());
    if (options.index() < 0 || options.index() >= parts.size()) {
      throw new BuildException(
          "options.index %d is out of bounds for value %s"
              .formatted(options.index(), scalar.text()));
    }
    return withText(scalar, parts.get(options.index()));
  }

  private static List<String> split(String text, String delimiter) {
    return List.of(text.split(Pattern.quote(delimiter), -1));
  }

  /** Another text under the same type and quotes. */
  private static ScalarNode withText(ScalarNode scalar, String text) {
    return new ScalarNode(
        text, scalar.type(), scalar.style(), scalar.position(), scalar.tag().orElse(null));
  }

  /** Previous ids, then the current one. */
  private static List<ResId> ids(Resource resource) {
    var ids = new ArrayList<>(resource.previousIds());
    ids.add(resource.currentId());
    return ids;
  }

  // An empty part of the source matches anything; the namespace "default" is none.
  private boolean isSource(ResId id, Replacement.Source source) {
    var wanted = new ResId(source.gvk(), source.name(), source.namespace(), false);
    return id.gvk().selectedBy(source.gvk())
        && (source.name().isEmpty() || source.name().equals(id.name()))
        && (source.namespace().isEmpty() || wanted.sameNamespace(id));
  }

  private static void write(ResMap map, Replacement.To target, Value value) {
    var selects = ids(target.select());
    var rejects = new ArrayList<Predicate<ResId>>();
    target.reject().stream().filter(r -> !hasNoId(r)).forEach(r -> rejects.add(ids(r)));
    for (int i = 0; i < map.size(); i++) {
      var resource = map.get(i);
      var ids = ids(resource);
      boolean wanted =
          hasMarks(resource, target.select())
              && target.reject().stream()
                  .filter(r -> !r.labelSelector().isEmpty() || !r.annotationSelector().isEmpty())
                  .noneMatch(r -> hasMarks(resource, r))
              && ids.stream().noneMatch(id -> rejects.stream().anyMatch(r -> r.test(id)))
              && ids.stream().anyMatch(selects);
      if (wanted) {
        map.set(i, written(map, i, target, value));
      }
    }
  }

  private static Predicate<ResId> ids(Selector selector) {
    var groups = Patterns.whole(selector.group());
    var versions = Patterns.whole(selector.version());
    var kinds = Patterns.whole(selector.kind());
    var names = Patterns.whole(selector.name());
    var namespaces = Patterns.whole(selector.namespace());
    return id ->
        groups.test(id.gvk().group())
            && versions.test(id.gvk().version())
            && kinds.test(id.gvk().kind())
            && names.test(id.name())
            && namespaces.test(id.namespace());
  }

  private static boolean hasNoId(Selector s) {
    return (s.group() + s.version() + s.kind() + s.name() + s.namespace()).isEmpty();
  }

  private static boolean hasMarks(Resource resource, Selector selector) {
    return (selector.labelSelector().isEmpty()
            || LabelSelector.parse(selector.labelSelector()).test(resource.texts("labels")))
        && (selector.annotationSelector().isEmpty()
            || LabelSelector.parse(selector.annotationSelector())
                .test(resource.texts("annotations")));
  }

  private static Resource written(ResMap map, int at, Replacement.To target, Value value) {
    var edit = new Edit();
    var resource = map.get(at);
    Node body = resource.body();
    for (String path : target.paths()) {
      Node source = value.at() < 0 || value.at() == at ? body : map.get(value.at()).body();
      body = written(body, path, target.options(), value.in(source), edit);
    }
    return resource.with(edit.settle(body));
  }

  private static Node written(
      Node body, String path, Replacement.Options options, Node value, Edit edit) {
    var parts = Lookup.split(path);
    var created = options.create() ? emptyLike(value) : null;
    var structured = StructuredText.write(body, parts, created, value);
    if (structured != null) {
      return structured;
    }
    var match = new PathMatch(created, old -> edit.write(old, merged(old, value, options)));
    String missing =
        "unable to find %sfield \"%s\" in replacement target"
            .formatted(options.create() ? "or create " : "", path);
    Node result;
    try {
      result = match.apply(body, parts);
    } catch (BuildException e) {
      throw e.within(missing);
    }
    if (match.matches() == 0) {
      throw new BuildException(missing);
    }
    return result;
  }

  private static Node emptyLike(Node value) {
    return switch (value) {
      case MapNode map -> new MapNode(java.util.Map.of(), map.position());
      case ListNode list -> new ListNode(List.of(), list.position());
      case ScalarNode scalar -> MADE;
    };
  }

  /** Only the text of a scalar changes; its type and quotes are its own. */
  static Node overwritten(Node old, String text) {
    var scalar = (ScalarNode) old;
    return Trees.same(scalar, MADE)
        ? Trees.untyped(text, scalar.position())
        : withText(scalar, text);
  }

  private static Node merged(Node old, Node value, Replacement.Options options) {
    String text = Trees.text(value);
    if (!options.delimiter().isEmpty()) {
      if (!(old instanceof ScalarNode scalar)) {
        throw new BuildException("delimiter option can only be used with scalar nodes");
      }
      var parts = new ArrayList<>(split(scalar.text(), options.delimiter()));
      if (options.index() < 0) {
        parts.addFirst(text);
      } else if (options.index() >= parts.size()) {
        parts.add(text);
      } else {
        parts.set(options.index(), text);
      }
      text = String.join(options.delimiter(), parts);
    }
    return old instanceof ScalarNode ? overwritten(old, text) : value;
  }
}
