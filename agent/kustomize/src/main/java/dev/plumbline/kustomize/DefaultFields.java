package dev.plumbline.kustomize;

import java.util.ArrayList;
import java.util.List;

/** The fields kustomize's transformers touch when nobody says otherwise. */
final class DefaultFields {
  private static final String MUST = "requiredDuringSchedulingIgnoredDuringExecution";
  private static final String SHOULD = "preferredDuringSchedulingIgnoredDuringExecution";
  private static final List<Gvk> WORKLOADS =
      List.of(
          Gvk.ofKind("Deployment"),
          Gvk.ofKind("ReplicaSet"),
          Gvk.ofKind("DaemonSet"),
          new Gvk("apps", "", "StatefulSet"),
          new Gvk("batch", "", "Job"));
  private static final Gvk CONTROLLER = new Gvk("", "v1", "ReplicationController");
  private static final Gvk APPS_STATEFUL_SET = new Gvk("apps", "", "StatefulSet");
  private static final Gvk BATCH_CRON_JOB = new Gvk("batch", "", "CronJob");

  private DefaultFields() {}

  static FieldConfig config() {
    return new FieldConfig(
        of(find(Gvk.ANY, "metadata/name")),
        of(find(Gvk.ANY, "metadata/name")),
        namespace(),
        commonLabels(),
        FieldSpecs.NONE,
        new FieldSpecs(templates("labels", APPS_STATEFUL_SET)),
        commonAnnotations(),
        DefaultNameReferences.all(),
        DefaultVarReferences.all(),
        images(),
        replicas());
  }

  static FieldSpec find(Gvk gvk, String path) {
    return new FieldSpec(gvk, path, false);
  }

  static FieldSpec create(Gvk gvk, String path) {
    return new FieldSpec(gvk, path, true);
  }

  private static FieldSpecs of(FieldSpec... specs) {
    return new FieldSpecs(List.of(specs));
  }

  private static List<FieldSpec> templates(String map, Gvk statefulSet) {
    var specs = new ArrayList<FieldSpec>();
    specs.add(create(Gvk.ANY, "metadata/" + map));
    specs.add(create(CONTROLLER, "spec/template/metadata/" + map));
    for (var workload : WORKLOADS) {
      var gvk = workload.kind().equals("StatefulSet") ? statefulSet : workload;
      specs.add(create(gvk, "spec/template/metadata/" + map));
    }
    if (map.equals("labels")) {
      specs.add(create(APPS_STATEFUL_SET, "spec/volumeClaimTemplates[]/metadata/labels"));
    }
    specs.add(create(BATCH_CRON_JOB, "spec/jobTemplate/metadata/" + map));
    specs.add(create(BATCH_CRON_JOB, "spec/jobTemplate/spec/template/metadata/" + map));
    return specs;
  }

  private static FieldSpecs commonAnnotations() {
    return new FieldSpecs(templates("annotations", Gvk.ofKind("StatefulSet")));
  }

  private static FieldSpecs commonLabels() {
    var specs = new ArrayList<>(templates("labels", APPS_STATEFUL_SET));
    specs.add(create(new Gvk("", "v1", "Service"), "spec/selector"));
    specs.add(create(CONTROLLER, "spec/selector"));
    for (String kind : List.of("Deployment", "ReplicaSet", "DaemonSet")) {
      specs.add(create(Gvk.ofKind(kind), "spec/selector/matchLabels"));
    }
    specs.add(create(APPS_STATEFUL_SET, "spec/selector/matchLabels"));
    for (String kind : List.of("Deployment", "StatefulSet")) {
      String pod = "spec/template/spec/";
      var gvk = new Gvk("apps", "", kind);
      for (String affinity : List.of("podAffinity", "podAntiAffinity")) {
        String path = pod + "affinity/" + affinity + "/";
        specs.add(find(gvk, path + SHOULD + "/podAffinityTerm/labelSelector/matchLabels"));
        specs.add(find(gvk, path + MUST + "/labelSelector/matchLabels"));
      }
      specs.add(find(gvk, pod + "topologySpreadConstraints/labelSelector/matchLabels"));
    }
    specs.add(find(new Gvk("batch", "", "Job"), "spec/selector/matchLabels"));
    specs.add(find(BATCH_CRON_JOB, "spec/jobTemplate/spec/selector/matchLabels"));
    specs.add(find(new Gvk("policy", "", "PodDisruptionBudget"), "spec/selector/matchLabels"));
    var policy = new Gvk("networking.k8s.io", "", "NetworkPolicy");
    specs.add(find(policy, "spec/podSelector/matchLabels"));
    specs.add(find(policy, "spec/ingress/from/podSelector/matchLabels"));
    specs.add(find(policy, "spec/egress/to/podSelector/matchLabels"));
    return new FieldSpecs(specs);
  }

  private static FieldSpecs namespace() {
    return of(
        create(Gvk.ofKind("Namespace"), "metadata/name"),
        create(new Gvk("apiregistration.k8s.io", "", "APIService"), "spec/service/namespace"),
        find(
            new Gvk("apiextensions.k8s.io", "", "CustomResourceDefinition"),
            "spec/conversion/webhook/clientConfig/service/namespace"));
  }

  private static FieldSpecs images() {
    var specs = new ArrayList<FieldSpec>();
    for (String pod : List.of("spec/", "spec/template/spec/")) {
      specs.add(create(Gvk.ANY, pod + "containers[]/image"));
      specs.add(create(Gvk.ANY, pod + "initContainers[]/image"));
      specs.add(create(Gvk.ANY, pod + "volumes[]/image/reference"));
    }
    return new FieldSpecs(specs);
  }

  private static FieldSpecs replicas() {
    return of(
        create(Gvk.ofKind("Deployment"), "spec/replicas"),
        create(Gvk.ofKind("ReplicationController"), "spec/replicas"),
        create(Gvk.ofKind("ReplicaSet"), "spec/replicas"),
        create(Gvk.ofKind("StatefulSet"), "spec/replicas"));
  }

  /** Where the pod spec of a kind is, with the slash after it. */
  static String podPath(String kind) {
    return switch (kind) {
      case "Pod" -> "spec/";
      case "PodTemplate" -> "template/spec/";
      case "CronJob" -> "spec/jobTemplate/spec/template/spec/";
      default -> "spec/template/spec/";
    };
  }
}
