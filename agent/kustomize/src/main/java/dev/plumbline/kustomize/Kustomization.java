package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;

/** One kustomization file, read and checked; deprecated fields have joined their successors. */
final class Kustomization {
  static final String COMPONENT = "Component";

  /** What may be noted at the resources. */
  private static final List<String> METADATA =
      List.of("originAnnotations", "transformerAnnotations", "managedByLabel");

  /** What a file is, which alone makes no kustomization. */
  private static final Set<String> TYPE = Set.of("apiversion", "kind");

  final String file;
  final String kind;
  final String namePrefix;
  final String nameSuffix;
  final String namespace;
  final List<Entry> resources = new ArrayList<>();
  final List<Entry> components;
  final SortedMap<String, String> commonLabels;
  final SortedMap<String, String> commonAnnotations;
  final List<Labels> labels;
  final List<Entry> patchesStrategicMerge;
  final List<Patch> patchesJson6902;
  final List<Patch> patches;
  final List<ImageTransformer.Image> images = new ArrayList<>();
  final List<Replicas> replicas;
  final List<GeneratorArgs> generators = new ArrayList<>();
  final List<Vars.Var> vars;
  final List<ReplacementField> replacements;
  final SortOptions sortOptions;
  final List<Entry> configurations;
  final List<Entry> crds;
  final List<Entry> generatorPlugins;
  final List<Entry> transformerPlugins;
  final List<Entry> validatorPlugins;
  final Set<String> buildMetadata;
  final SortedMap<String, String> openapi;
  final List<String> warnings = new ArrayList<>();

  /** A text and where it stands. */
  record Entry(String text, Position where) {}

  /**
   * An entry of {@code patches} or {@code patchesJson6902}.
   *
   * @param lineBefore the line before the first one of an inline patch
   */
  record Patch(
      String path,
      String patch,
      Selector target,
      boolean allowNameChange,
      boolean allowKindChange,
      Position where,
      int lineBefore) {}

  /** An entry of {@code labels}. */
  record Labels(
      SortedMap<String, String> pairs,
      boolean includeSelectors,
      boolean includeTemplates,
      FieldSpecs fields) {}

  /** An entry of {@code replacements}: a file, or what stands in one. */
  record ReplacementField(String path, Replacement inline) {}

  /** An entry of {@code replicas}. */
  record Replicas(String name, long count) {}

  private Kustomization(String file, Fields fields) {
    this.file = file;
    warnOfDeprecated(fields);
    String apiVersion = fields.text("apiVersion");
    String givenKind = fields.text("kind");
    this.kind = givenKind.isEmpty() ? "Kustomization" : givenKind;
    checkType(apiVersion, fields);
    checkMetadata(fields);
    Helm.refuse(fields);
    this.namePrefix = fields.text("namePrefix");
    this.nameSuffix = fields.text("nameSuffix");
    this.namespace = fields.text("namespace");
    resources.addAll(entries(fields, "resources"));
    resources.addAll(entries(fields, "bases"));
    this.components = entries(fields, "components");
    this.commonLabels = fields.textMap("commonLabels");
    this.commonAnnotations = fields.textMap("commonAnnotations");
    this.labels = objects(fields, "labels", "Label", Kustomization::labels);
    this.patchesStrategicMerge = entries(fields, "patchesStrategicMerge");
    this.patchesJson6902 = objects(fields, "patchesJson6902", "Patch", Kustomization::patch);
    this.patches = objects(fields, "patches", "Patch", Kustomization::patch);
    images.addAll(objects(fields, "images", "Image", Kustomization::image));
    images.addAll(objects(fields, "imageTags", "Image", Kustomization::image));
    this.replicas = objects(fields, "replicas", "Replica", Kustomization::replicas);
    addGenerators(fields);
    this.vars = objects(fields, "vars", "Var", Vars.Var::read);
    this.replacements = replacements(fields, "replacements");
    var order = fields.object("sortOptions", "SortOptions");
    this.sortOptions = order == null ? null : SortOptions.read(order);
    this.configurations = entries(fields, "configurations");
    this.crds = entries(fields, "crds");
    this.generatorPlugins = entries(fields, "generators");
    this.transformerPlugins = entries(fields, "transformers");
    this.validatorPlugins = entries(fields, "validators");
    this.buildMetadata = buildMetadata(fields);
    this.openapi = fields.textMap("openapi");
    fields.done();
  }

  private static Set<String> buildMetadata(Fields fields) {
    var wanted = Set.copyOf(fields.texts("buildMetadata"));
    for (String option : wanted) {
      if (!METADATA.contains(option)) {
        throw new BuildException(
            fields.position("buildMetadata"),
            "buildMetadata \"%s\" is not one of %s".formatted(option, METADATA));
      }
    }
    return wanted;
  }

  static List<ReplacementField> replacements(Fields fields, String field) {
    return objects(
        fields,
        field,
        "ReplacementField",
        f -> new ReplacementField(f.text("path"), Replacement.read(f)));
  }

  private void addGenerators(Fields fields) {
    var global = GeneratorArgs.Options.read(fields.object("generatorOptions", "GeneratorOptions"));
    for (boolean secret : new boolean[] {false, true}) {
      String field = secret ? "secretGenerator" : "configMapGenerator";
      String type = secret ? "SecretArgs" : "ConfigMapArgs";
      objects(fields, field, type, f -> GeneratorArgs.read(f, secret))
          .forEach(args -> generators.add(args.with(global)));
    }
  }

  /**
   * @param root where the file lies, for messages
   */
  static Kustomization read(Node node, String file, String root) {
    if (Trees.isNull(node)) {
      throw new BuildException(new Position(file, 0), "kustomization.yaml is empty");
    }
    if (!(node instanceof MapNode map)) {
      throw new BuildException(node.position(), "invalid Kustomization: expected a map of fields");
    }
    if (map.entries().entrySet().stream().allMatch(e -> saysNothing(e.getKey(), e.getValue()))) {
      throw new BuildException(new Position(file, 0), "kustomization.yaml is empty");
    }
    return new Kustomization(file, new Fields(map, "Kustomization"));
  }

  // As in kustomize, where an empty list says something and an empty text does not.
  private static boolean saysNothing(String field, Node value) {
    return TYPE.contains(field.toLowerCase(Locale.ROOT))
        || Trees.isNull(value)
        || (value instanceof ScalarNode scalar && scalar.text().isEmpty());
  }

  private void warnOfDeprecated(Fields fields) {
    warnOf(fields, "bases", "resources", "");
    warnOf(fields, "commonLabels", "labels", "");
    warnOf(fields, "imageTags", "images", "");
    warnOf(fields, "patchesJson6902", "patches", "");
    warnOf(fields, "patchesStrategicMerge", "patches", "");
    warnOf(fields, "vars", "replacements", "[EXPERIMENTAL] ");
  }

  private void warnOf(Fields fields, String old, String successor, String note) {
    if (fields.has(old)) {
      warnings.add(
          ("# Warning: '%s' is deprecated. Please use '%s' instead. %sRun 'kustomize edit fix' to"
                  + " update your Kustomization automatically.")
              .formatted(old, successor, note));
    }
  }

  private void checkType(String apiVersion, Fields fields) {
    boolean component = kind.equals(COMPONENT);
    if (!component && !kind.equals("Kustomization")) {
      throw new BuildException(
          fields.position("kind"), "kind should be Kustomization or Component");
    }
    String wanted = "kustomize.config.k8s.io/" + (component ? "v1alpha1" : "v1beta1");
    if (!apiVersion.isEmpty() && !apiVersion.equals(wanted)) {
      throw new BuildException(
          fields.position("apiVersion"), "apiVersion for %s should be %s".formatted(kind, wanted));
    }
  }

  // It has no effect, but it has a type.
  private static void checkMetadata(Fields fields) {
    var metadata = fields.object("metadata", "ObjectMeta");
    if (metadata != null) {
      metadata.text("name");
      metadata.text("namespace");
      metadata.textMap("labels");
      metadata.textMap("annotations");
      metadata.done();
    }
  }

  private static List<Entry> entries(Fields fields, String field) {
    var texts = fields.texts(field);
    var nodes = fields.list(field, "[]string");
    var entries = new ArrayList<Entry>();
    for (int i = 0; i < texts.size(); i++) {
      entries.add(new Entry(texts.get(i), nodes.get(i).position()));
    }
    return entries;
  }

  private static <T> List<T> objects(
      Fields fields, String field, String type, Function<Fields, T> read) {
    return fields.objects(field, type).stream()
        .map(
            object -> {
              var value = read.apply(object);
              object.done();
              return value;
            })
        .toList();
  }

  private static Labels labels(Fields fields) {
    return new Labels(
        fields.textMap("pairs"),
        fields.flag("includeSelectors"),
        fields.flag("includeTemplates"),
        new FieldSpecs(objects(fields, "fields", "FieldSpec", Kustomization::fieldSpec)));
  }

  static FieldSpec fieldSpec(Fields fields) {
    return new FieldSpec(gvk(fields), fields.text("path"), fields.flag("create"));
  }

  static Gvk gvk(Fields fields) {
    return new Gvk(fields.text("group"), fields.text("version"), fields.text("kind"));
  }

  private static Patch patch(Fields fields) {
    var target = fields.object("target", "Selector");
    var options = fields.object("options", "PatchArgs");
    boolean name = options != null && options.flag("allowNameChange");
    boolean kind = options != null && options.flag("allowKindChange");
    if (options != null) {
      options.done();
    }
    return new Patch(
        fields.text("path"),
        fields.text("patch"),
        target == null ? null : selector(target),
        name,
        kind,
        fields.position(),
        fields.lineBeforeText("patch"));
  }

  static Selector selector(Fields fields) {
    var selector =
        new Selector(
            fields.text("group"),
            fields.text("version"),
            fields.text("kind"),
            fields.text("name"),
            fields.text("namespace"),
            fields.text("labelSelector"),
            fields.text("annotationSelector"));
    fields.done();
    return selector;
  }

  static ImageTransformer.Image image(Fields fields) {
    return new ImageTransformer.Image(
        fields.text("name"),
        fields.text("newName"),
        fields.text("newTag"),
        fields.text("tagSuffix"),
        fields.text("digest"));
  }

  private static Replicas replicas(Fields fields) {
    return new Replicas(fields.text("name"), fields.number("count"));
  }
}
