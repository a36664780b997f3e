package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;

/**
 * An entry of {@code replacements}.
 *
 * @param value the text to write when there is no source
 */
record Replacement(Source source, String value, List<To> targets, Position where) {
  static final String NAME = "metadata.name";

  /** Where the value comes from. */
  record Source(Gvk gvk, String name, String namespace, String path, Options options) {
    @Override
    public String toString() {
      String id = new ResId(gvk, name, namespace, false).toString();
      return path.isEmpty() ? id : id + ":" + path;
    }
  }

  /** How a text is split, and whether what is missing is made. */
  record Options(String delimiter, int index, boolean create) {
    static final Options NONE = new Options("", 0, false);
  }

  /** Where the value goes. */
  record To(Selector select, List<Selector> reject, List<String> paths, Options options) {}

  static Replacement read(Fields fields) {
    var source = fields.object("source", "SourceSelector");
    var value = fields.take("sourceValue");
    var targets = new ArrayList<To>();
    for (var target : fields.objects("targets", "TargetSelector")) {
      targets.add(target(target));
    }
    return new Replacement(
        source == null ? null : source(source),
        value == null ? null : Trees.text(value),
        targets,
        fields.position());
  }

  /** One replacement or a list of them, as a file holds them. */
  static List<Replacement> readFile(Node node, String path) {
    var all = new ArrayList<Replacement>();
    switch (node) {
      case MapNode map -> all.add(read(new Fields(map, "Replacement", true)));
      case ListNode list -> {
        for (Node item : list.items()) {
          if (item instanceof MapNode map) {
            all.add(read(new Fields(map, "Replacement", true)));
          }
        }
      }
      case ScalarNode scalar ->
          throw new BuildException(
              scalar.position(),
              "unsupported replacement type encountered within replacement path: " + path);
    }
    return all;
  }

  private static Source source(Fields fields) {
    var source =
        new Source(
            Kustomization.gvk(fields),
            fields.text("name"),
            fields.text("namespace"),
            fields.text("fieldPath"),
            options(fields.object("options", "FieldOptions")));
    fields.done();
    return source;
  }

  private static Options options(Fields fields) {
    if (fields == null) {
      return Options.NONE;
    }
    fields.text("encoding");
    var options =
        new Options(
            fields.text("delimiter"),
            Math.toIntExact(fields.number("index")),
            fields.flag("create"));
    fields.done();
    return options;
  }

  private static To target(Fields fields) {
    var select = fields.object("select", "Selector");
    if (select == null) {
      throw new BuildException(fields.position(), "target must specify resources to select");
    }
    var reject = new ArrayList<Selector>();
    fields.objects("reject", "Selector").forEach(f -> reject.add(Kustomization.selector(f)));
    var paths = fields.texts("fieldPaths");
    var to =
        new To(
            Kustomization.selector(select),
            reject,
            paths.isEmpty() ? List.of(NAME) : paths,
            options(fields.object("options", "FieldOptions")));
    fields.done();
    return to;
  }
}
