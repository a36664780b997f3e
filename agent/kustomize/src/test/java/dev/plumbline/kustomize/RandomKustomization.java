package dev.plumbline.kustomize;

import dev.plumbline.kustomize.RandomResources.Known;
import java.util.List;
import java.util.Map;

/** The fields of one kustomization file, in combination, about resources that mostly exist. */
final class RandomKustomization {
  private final Chance chance;
  private final RandomResources resources;
  private final Map<String, String> files;
  private final String directory;
  private final boolean overlay;

  /**
   * @param files where the files go that it refers to
   * @param overlay whether resources of a base are there to be merged into
   */
  RandomKustomization(
      Chance chance,
      RandomResources resources,
      Map<String, String> files,
      String directory,
      boolean overlay) {
    this.chance = chance;
    this.resources = resources;
    this.files = files;
    this.directory = directory;
    this.overlay = overlay;
  }

  // So that names meet rarely: most often that ends the build.
  private int generated;

  String fields() {
    return chance.maybe(0.3, () -> "namespace: " + chance.one("prod", "ns1", "default") + "\n")
        + chance.maybe(0.4, () -> "namePrefix: " + chance.one("p-", "q-", "web-") + "\n")
        + chance.maybe(0.3, () -> "nameSuffix: " + chance.one("-s", "-t", "\"1\"") + "\n")
        + chance.maybe(0.2, () -> "commonLabels: {app: " + chance.one("z", "\"1\"", "y1") + "}\n")
        + chance.maybe(0.3, () -> "commonAnnotations: {note: " + chance.one("z", "\"1\"") + "}\n")
        + chance.maybe(0.4, () -> "labels:\n" + chance.times(1, 2, this::labels))
        + chance.maybe(0.3, () -> "images:\n" + chance.times(1, 2, this::image))
        + chance.maybe(0.2, this::replicas)
        + chance.maybe(0.4, () -> "configMapGenerator:\n" + chance.times(1, 2, this::generator))
        + chance.maybe(0.2, this::secretGenerator)
        + chance.maybe(0.15, this::generatorOptions)
        + patches()
        + chance.maybe(0.3, () -> "replacements:\n" + chance.times(1, 2, this::replacement))
        + chance.maybe(directory.equals(RandomTree.TOP) ? 0.3 : 0, this::variable)
        + chance.maybe(0.1, this::configuration)
        + chance.maybe(0.15, this::transformer)
        + chance.maybe(
            0.1, () -> "buildMetadata: [" + chance.one("originAnnotations", METADATA) + "]\n")
        + chance.maybe(0.15, () -> "sortOptions: " + chance.one(ORDERS) + "\n");
  }

  private static final String METADATA =
      "originAnnotations, managedByLabel, transformerAnnotations";

  private static final List<String> ORDERS =
      List.of(
          "{order: fifo}",
          "{order: legacy}",
          "{order: legacy, legacySortOptions: {orderFirst: [Service, Custom], orderLast: [Job]}}");

  private Known any() {
    return resources.known.isEmpty()
        ? new Known("v1", "ConfigMap", "web", null)
        : chance.one(resources.known);
  }

  private String file(String name, String text) {
    String free = name;
    while (files.containsKey(directory + "/" + free)) {
      free = "x" + free;
    }
    files.put(directory + "/" + free, text);
    return free;
  }

  private String replicas() {
    return resources.known.stream()
        .filter(known -> known.kind().matches("Deployment|StatefulSet"))
        .findFirst()
        .map(known -> "replicas: [{name: " + known.name() + ", count: 3}]\n")
        .orElse("");
  }

  private String labels() {
    return "- pairs: {%s: %s}\n"
            .formatted(chance.one("app", "team", "a.b/c"), chance.one("b", "\"2\"", "\"yes\""))
        + chance.maybe(0.5, () -> "  includeSelectors: " + chance.one("true", "false") + "\n")
        + chance.maybe(0.3, () -> "  includeTemplates: " + chance.one("true", "false") + "\n")
        + chance.maybe(
            0.2, () -> "  fields: [{path: spec/more/labels, create: true, kind: Custom}]\n");
  }

  private String image() {
    return "- name: %s\n".formatted(chance.one("nginx", "reg:5000/app", "a/b", "n.*"))
        + chance.one(
            "  newTag: \"9\"\n",
            "  newName: other\n",
            "  digest: sha256:def\n",
            "  newTag: v2\n  newName: reg/nn\n",
            "  tagSuffix: -x\n");
  }

  private String generator() {
    return "- name: %s\n"
            .formatted(chance.of(0.9) ? directory + generated++ : chance.one("gen", "conf"))
        + chance.maybe(0.2, () -> "  namespace: " + chance.one("ns1", "default") + "\n")
        + chance.maybe(0.8, () -> "  literals: [" + literal() + ", 'k=v']\n")
        + chance.maybe(0.3, () -> "  files: [" + file("data.txt", payload()) + "]\n")
        + chance.maybe(0.2, () -> "  files: [key=" + file("more.bin", payload()) + "]\n")
        + chance.maybe(0.3, () -> "  envs: [" + file("some.env", environment()) + "]\n")
        + chance.maybe(0.4, () -> "  behavior: " + behavior() + "\n")
        + chance.maybe(0.3, () -> "  options: " + options() + "\n");
  }

  private String behavior() {
    return overlay && chance.of(0.2) ? chance.one("merge", "replace") : "create";
  }

  private String literal() {
    return chance.one("a=b", "'b=\"quoted\"'", "c=x=y", "d=1", "'e= blank '", "f=yes", "'g=\"'");
  }

  private String payload() {
    return chance.one(
        "text\n", "no end", "two\nlines\n", "trail \nline\n", "\ttab\n", "\n\nlead", "ü€😀\n", "");
  }

  private String environment() {
    return chance.one("A=1\nB=two words\n", "# note\n\nA=\"q\"\n", "  A=b \nC=\n", "\ufeffA=1\r\n");
  }

  private String options() {
    return chance.one(
        "{disableNameSuffixHash: true}",
        "{labels: {g: h}, annotations: {i: \"1\"}}",
        "{immutable: true}",
        "{disableNameSuffixHash: true, labels: {app: gen}}");
  }

  private String secretGenerator() {
    return "secretGenerator:\n- name: %s\n  literals: [%s]\n"
            .formatted(chance.one("gen", "conf", chance.name()), literal())
        + chance.maybe(0.3, () -> "  type: kubernetes.io/tls\n")
        + chance.maybe(0.3, () -> "  options: " + options() + "\n");
  }

  private String generatorOptions() {
    return "generatorOptions: "
        + chance.one("{annotations: {go: \"1\"}}", "{disableNameSuffixHash: true}", options())
        + "\n";
  }

  private String patches() {
    var patch = new RandomPatch(chance, resources);
    return chance.maybe(0.6, () -> "patches:\n" + chance.times(1, 3, () -> patch.patch(this::file)))
        + chance.maybe(
            0.15,
            () -> "patchesStrategicMerge:\n- " + file("merge.yaml", patch.merge(any())) + "\n")
        + chance.maybe(0.1, () -> "patchesJson6902:\n" + patch.jsonOfOne(any()));
  }

  private String replacement() {
    var source = any();
    var target = any();
    return "- source: {kind: %s, name: %s%s}\n  targets:\n"
            .formatted(
                source.kind(),
                source.name(),
                chance.one(
                    "",
                    ", fieldPath: kind",
                    ", fieldPath: metadata.name, options: {delimiter: '-'}",
                    source.kind().equals("ConfigMap") && chance.of(0.5)
                        ? ", fieldPath: data.a"
                        : "",
                    source.kind().equals("Custom") ? ", fieldPath: spec.list" : ""))
        + chance.times(1, 2, () -> target(target));
  }

  private String target(Known target) {
    return "  - select: {%s}\n    fieldPaths: [%s]\n%s"
        .formatted(
            chance.one(
                "kind: " + target.kind(), "kind: " + target.kind(), "name: " + target.name()),
            path(target.kind()),
            chance.one(
                chance.of(0.2) ? "" : "    options: {create: true}\n",
                "    options: {create: true}\n",
                "    options: {create: true}\n",
                "    options: {create: true}\n",
                "    options: {delimiter: ':', index: 1, create: true}\n",
                "    options: {delimiter: '-', index: -1, create: true}\n",
                "    options: {create: true}\n    reject: [{name: " + chance.name() + "}]\n"));
  }

  private String path(String kind) {
    boolean pods = kind.matches("Deployment|StatefulSet|DaemonSet|Job");
    return chance.of(pods ? 0.4 : 0.05)
        ? chance.one(
            "'spec.template.spec.containers.[name=c1].image'",
            "'spec.template.spec.containers.*.image'",
            "'spec.template.spec.containers.0.args'")
        : chance.one(
            "metadata.annotations.rep",
            "metadata.labels.app",
            "'metadata.annotations.[a.b/c]'",
            "metadata.name",
            "spec.rep, data.z");
  }

  private String variable() {
    var source = any();
    return "vars:\n- name: V\n  objref: {kind: %s, name: %s, apiVersion: %s}\n"
            .formatted(source.kind(), source.name(), source.apiVersion())
        + chance.maybe(0.3, () -> "  fieldref: {fieldpath: metadata.namespace}\n");
  }

  private String configuration() {
    String text =
        chance.one(
            "nameReference:\n- kind: ConfigMap\n  fieldSpecs:\n  - {path: spec/ref/name, kind:"
                + " Custom}\n",
            "images:\n- {path: spec/image, kind: Custom}\n",
            "varReference:\n- {path: spec/v, kind: Custom}\n",
            "commonAnnotations:\n- {path: spec/notes, create: true, kind: Other}\n",
            "namePrefix:\n- {path: spec/ref/name, kind: Other}\n",
            "replicas:\n- {path: spec/count, create: true, kind: Custom}\n",
            "namespace:\n- {path: spec/space, create: true, kind: Custom}\n");
    return "configurations: [" + file("config.yaml", text) + "]\n";
  }

  private String transformer() {
    String text =
        chance.one(
            """
            apiVersion: builtin
            kind: LabelTransformer
            metadata: {name: x}
            labels: {plug: in}
            fieldSpecs: [{path: metadata/labels, create: true}]
            """,
            """
            apiVersion: builtin
            kind: PrefixTransformer
            metadata: {name: x}
            prefix: plug-
            fieldSpecs: [{path: metadata/name}]
            """,
            """
            apiVersion: builtin
            kind: NamespaceTransformer
            metadata: {name: x, namespace: plug}
            unsetOnly: true
            fieldSpecs: [{path: metadata/namespace, create: true}]
            """,
            """
            apiVersion: builtin
            kind: AnnotationsTransformer
            metadata: {name: x}
            annotations: {plug: "1"}
            fieldSpecs: [{path: spec/template/metadata/annotations, create: true, kind: Deployment}]
            """);
    return "transformers: [" + file("plugin.yaml", text) + "]\n";
  }
}
