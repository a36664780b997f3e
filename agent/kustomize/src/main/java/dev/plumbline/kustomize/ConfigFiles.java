package dev.plumbline.kustomize;

import dev.plumbline.kustomize.FieldConfig.NameReference;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.yaml.KustomizationYaml;
import dev.plumbline.yaml.YamlException;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@code configurations} and {@code crds} name: more fields for the transformers. */
final class ConfigFiles {
  private ConfigFiles() {}

  static Node read(Loader.Loaded file) {
    try {
      return KustomizationYaml.read(file.bytes(), file.path());
    } catch (YamlException e) {
      throw new BuildException(e.where(), "yaml: " + e.why());
    }
  }

  static FieldConfig configuration(Loader.Loaded file) {
    var node = read(file);
    if (Trees.isNull(node)) {
      return FieldConfig.EMPTY;
    }
    if (!(node instanceof MapNode map)) {
      throw new BuildException(node.position(), "expected a map of field specs");
    }
    var fields = new Fields(map, "TransformerConfig");
    var config =
        new FieldConfig(
            specs(fields, "namePrefix"),
            specs(fields, "nameSuffix"),
            specs(fields, "namespace"),
            specs(fields, "commonLabels"),
            specs(fields, "labels"),
            specs(fields, "templateLabels"),
            specs(fields, "commonAnnotations"),
            references(fields),
            specs(fields, "varReference"),
            specs(fields, "images"),
            specs(fields, "replicas"));
    fields.done();
    return config;
  }

  static FieldSpecs specs(Fields fields, String field) {
    var specs = new ArrayList<FieldSpec>();
    for (var object : fields.objects(field, "FieldSpec")) {
      specs.add(Kustomization.fieldSpec(object));
      object.done();
    }
    return new FieldSpecs(specs);
  }

  private static List<NameReference> references(Fields fields) {
    var references = new ArrayList<NameReference>();
    for (var object : fields.objects("nameReference", "NameBackReferences")) {
      references.add(new NameReference(Kustomization.gvk(object), specs(object, "fieldSpecs")));
      object.done();
    }
    return references;
  }

  /** Definitions of types: annotations on their properties say what the fields mean. */
  static FieldConfig definitions(Loader.Loaded file) {
    if (!(read(file) instanceof MapNode types)) {
      throw new BuildException(
          new dev.plumbline.model.Position(file.path(), 0),
          "unable to parse open API definition from '%s'".formatted(file.path()));
    }
    var config = FieldConfig.EMPTY;
    for (String name : types.entries().keySet()) {
      var properties = properties(types, name);
      if (properties.get("kind").isPresent()
          && properties.get("apiVersion").isPresent()
          && properties.get("metadata").isPresent()) {
        var kind = Gvk.ofKind(name.substring(name.lastIndexOf('.') + 1));
        config = config.and(new Definition(types, kind).fields(name, "", 0));
      }
    }
    return config;
  }

  private static MapNode properties(MapNode types, String name) {
    return types.get(name).orElse(null) instanceof MapNode type
        ? type.map("Schema", "properties")
            .or(() -> type.map("schema", "properties"))
            .orElse(MapNode.EMPTY)
        : MapNode.EMPTY;
  }

  /** One type of a file, followed through its references. */
  private record Definition(MapNode types, Gvk kind) {
    private static final int MAX_DEPTH = 30;

    FieldConfig fields(String name, String path, int depth) {
      if (depth > MAX_DEPTH) {
        throw new BuildException("type %s refers to itself".formatted(name));
      }
      var config = FieldConfig.EMPTY;
      for (var entry : properties(types, name).entries().entrySet()) {
        if (entry.getValue() instanceof MapNode property) {
          String here = path.isEmpty() ? entry.getKey() : path + "/" + entry.getKey();
          config = config.and(field(property, here));
          String reference = Trees.text(property, "$ref");
          if (!reference.isEmpty()) {
            config = config.and(fields(reference, here, depth + 1));
          }
        }
      }
      return config;
    }

    private FieldConfig field(MapNode property, String path) {
      String kindOfTarget = Trees.text(property, "x-kubernetes-object-ref-kind");
      var references = new ArrayList<NameReference>();
      if (property.get("x-kubernetes-object-ref-api-version").isPresent()
          && property.get("x-kubernetes-object-ref-kind").isPresent()) {
        String key =
            property.get("x-kubernetes-object-ref-name-key").map(Trees::text).orElse("name");
        var target =
            new Gvk("", Trees.text(property, "x-kubernetes-object-ref-api-version"), kindOfTarget);
        references.add(new NameReference(target, spec(path + "/" + key)));
      }
      return new FieldConfig(
          marked(property, "x-kubernetes-identity", path),
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          marked(property, "x-kubernetes-label-selector", path),
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          marked(property, "x-kubernetes-annotation", path),
          references,
          FieldSpecs.NONE,
          FieldSpecs.NONE,
          FieldSpecs.NONE);
    }

    private FieldSpecs marked(MapNode property, String mark, String path) {
      return property.get(mark).isPresent() ? spec(path) : FieldSpecs.NONE;
    }

    private FieldSpecs spec(String path) {
      return new FieldSpecs(List.of(new FieldSpec(kind, path, false)));
    }
  }
}
