package dev.plumbline.kustomize;

import dev.plumbline.kustomize.Kustomization.Entry;
import dev.plumbline.kustomize.Kustomization.Patch;
import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.ResourceYaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Built-in generators and transformers that are configured by resources of their own. They bring
 * their field specs; the defaults do not apply. Other plugins would be programs, and are refused.
 */
final class Plugins {
  private final Build build;
  private final Loader loader;

  Plugins(Build build, Loader loader) {
    this.build = build;
    this.loader = loader;
  }

  /** What a generator plugin makes; nothing when the config is for a transformer. */
  Optional<List<Resource>> generate(Resource config) {
    demandBuiltIn(config);
    var fields = fields(config);
    return switch (config.kind()) {
      case "ConfigMapGenerator" -> Optional.of(List.of(generate(fields, config, false)));
      case "SecretGenerator" -> Optional.of(List.of(generate(fields, config, true)));
      case "IAMPolicyGenerator" -> Optional.of(List.of(serviceAccount(fields, config)));
      case "HelmChartInflationGenerator" ->
          throw Helm.refusal(config.position(), "kind HelmChartInflationGenerator");
      default -> Optional.empty();
    };
  }

  Transformer transformer(Resource config) {
    demandBuiltIn(config);
    try {
      return transformer(config, fields(config));
    } catch (BuildException e) {
      throw e.at(config.position())
          .within("plugin %s fails configuration".formatted(config.originalId()));
    }
  }

  private static void demandBuiltIn(Resource config) {
    if (!config.apiVersion().equals("builtin")) {
      throw new BuildException(
          config.position(),
          ("external plugins disabled; unable to load external plugin '%s': it would run a program,"
                  + " so build its output into the repository instead")
              .formatted(config.kind()));
    }
  }

  private static Fields fields(Resource config) {
    return new Fields(ResourceYaml.canonical(config.body()), config.kind(), true);
  }

  private Resource generate(Fields fields, Resource config, boolean secret) {
    var args = GeneratorArgs.read(fields, secret);
    var named =
        new GeneratorArgs(
            secret,
            args.name().isEmpty() ? config.name() : args.name(),
            args.namespace().isEmpty() ? config.namespace() : args.namespace(),
            args.behavior(),
            args.type(),
            args.envs(),
            args.literals(),
            args.files(),
            args.options(),
            config.position());
    return Generator.generate(named, loader, build);
  }

  private Resource serviceAccount(Fields fields, Resource config) {
    String cloud = fields.text("cloud");
    if (!cloud.equals("gke")) {
      throw new BuildException(
          config.position(), "cloud provider %s not supported yet".formatted(cloud));
    }
    var service = fields.object("kubernetesService", "KubernetesService");
    var account = fields.object("serviceAccount", "ServiceAccount");
    String text =
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata:
          annotations:
            iam.gke.io/gcp-service-account: %s@%s.iam.gserviceaccount.com
          name: %s
        """
            .formatted(text(account, "name"), text(account, "projectId"), text(service, "name"));
    String namespace = text(service, "namespace");
    if (!namespace.isEmpty()) {
      text += "  namespace: " + namespace + "\n";
    }
    var position = config.position();
    var body =
        ResourceReader.read(text, position.file(), Math.max(position.line() - 1, 0)).getFirst();
    return new Resource(body, History.NONE, build.patcher.scope());
  }

  private static String text(Fields fields, String field) {
    return fields == null ? "" : fields.text(field);
  }

  private Transformer transformer(Resource config, Fields fields) {
    var specs = config.kind().equals("ReplacementTransformer") ? FieldSpecs.NONE : specs(fields);
    var patches = new Patches(build, loader, config.position().file());
    return switch (config.kind()) {
      case "AnnotationsTransformer" -> new EntriesTransformer(fields.textMap("annotations"), specs);
      case "LabelTransformer" -> new EntriesTransformer(fields.textMap("labels"), specs);
      case "NamespaceTransformer" -> namespace(config, fields, specs);
      case "PrefixTransformer" -> affix(fields, "prefix", specs);
      case "SuffixTransformer" -> affix(fields, "suffix", specs);
      case "PrefixSuffixTransformer" -> {
        var prefix = affix(fields, "prefix", specs);
        var suffix = affix(fields, "suffix", specs);
        yield map -> {
          prefix.transform(map);
          suffix.transform(map);
        };
      }
      case "ImageTagTransformer" -> {
        var image = fields.object("imageTag", "Image");
        yield new ImageTransformer(
            Kustomization.image(image == null ? new Fields(MapNode.EMPTY, "Image") : image), specs);
      }
      case "ReplicaCountTransformer" -> {
        var replica = fields.object("replica", "Replica");
        yield new ReplicaTransformer(
            text(replica, "name"), replica == null ? 0 : replica.number("count"), specs);
      }
      case "PatchTransformer" -> patches.either(patch(fields, "patch"));
      case "PatchJson6902Transformer" -> patches.json(patch(fields, "jsonOp"));
      case "PatchStrategicMergeTransformer" -> merges(patches, config, fields);
      case "ReplacementTransformer" ->
          Transformers.replacements(
              build, loader, Kustomization.replacements(fields, "replacements"));
      case "ValueAddTransformer" -> ValueAddTransformer.read(fields, loader);
      case "HashTransformer" -> Hashes::append;
      case "ConfigMapGenerator", "SecretGenerator", "IAMPolicyGenerator" ->
          throw new BuildException(
              config.position(), "plugin %s not a transformer".formatted(config.originalId()));
      default ->
          throw new BuildException(config.position(), "unable to load builtin " + config.gvk());
    };
  }

  // What a plugin config says besides is ignored, as everywhere in it.
  private static FieldSpecs specs(Fields fields) {
    return new FieldSpecs(
        fields.objects("fieldSpecs", "FieldSpec").stream().map(Kustomization::fieldSpec).toList());
  }

  private static Transformer namespace(Resource config, Fields fields, FieldSpecs specs) {
    String mode = fields.text("setRoleBindingSubjects");
    var subjects =
        switch (mode) {
          case "", "defaultOnly" -> NamespaceTransformer.Subjects.NAMED_DEFAULT;
          case "allServiceAccounts" -> NamespaceTransformer.Subjects.ALL_SERVICE_ACCOUNTS;
          case "none" -> NamespaceTransformer.Subjects.NONE;
          default ->
              throw new BuildException(
                  ("invalid value \"%s\" for setRoleBindingSubjects: must be one of"
                          + " \"defaultOnly\", \"none\" or \"allServiceAccounts\"")
                      .formatted(mode));
        };
    return new NamespaceTransformer(config.namespace(), specs, subjects, fields.flag("unsetOnly"));
  }

  private static Transformer affix(Fields fields, String field, FieldSpecs specs) {
    if (!fields.has("fieldSpecs")) {
      throw new BuildException("fieldSpecs is not expected to be nil");
    }
    return new NameAffixTransformer(fields.text(field), field.equals("prefix"), specs);
  }

  private static Patch patch(Fields fields, String textField) {
    var target = fields.object("target", "Selector");
    var options = fields.object("options", "PatchArgs");
    return new Patch(
        fields.text("path"),
        fields.text(textField),
        target == null ? null : Kustomization.selector(target),
        options != null && options.flag("allowNameChange"),
        options != null && options.flag("allowKindChange"),
        fields.position(),
        fields.lineBeforeText(textField));
  }

  private static Transformer merges(Patches patches, Resource config, Fields fields) {
    var paths = new ArrayList<Entry>();
    fields.texts("paths").forEach(path -> paths.add(new Entry(path, config.position())));
    String inline = fields.text("patches");
    if (paths.isEmpty() && inline.isEmpty()) {
      throw new BuildException("empty file path and empty patch content");
    }
    return patches.merges(paths, inline, config.position());
  }
}
