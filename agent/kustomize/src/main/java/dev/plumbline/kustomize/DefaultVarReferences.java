package dev.plumbline.kustomize;

import static dev.plumbline.kustomize.DefaultFields.find;

import java.util.ArrayList;
import java.util.List;

/** Where {@code $(NAME)} is replaced. */
final class DefaultVarReferences {
  private DefaultVarReferences() {}

  static FieldSpecs all() {
    var specs = new ArrayList<FieldSpec>();
    for (String kind :
        List.of("Pod", "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job", "CronJob")) {
      String pod = DefaultFields.podPath(kind);
      for (String containers : List.of("containers/", "initContainers/")) {
        for (String field : List.of("args", "command", "env/value", "volumeMounts/mountPath")) {
          specs.add(find(Gvk.ofKind(kind), pod + containers + field));
        }
      }
      switch (kind) {
        case "StatefulSet" -> add(specs, kind, "spec/volumeClaimTemplates/spec/nfs/server");
        case "CronJob" -> add(specs, kind, "spec/jobTemplate/spec/template/volumes/nfs/server");
        default -> add(specs, kind, pod + "volumes/nfs/server");
      }
    }
    add(specs, "PersistentVolume", "spec/nfs/server");
    add(specs, "Deployment", "spec/template/metadata/annotations");
    add(specs, "Ingress", "spec/rules/host");
    add(specs, "Ingress", "spec/tls/hosts");
    add(specs, "Ingress", "spec/tls/secretName");
    add(specs, "Service", "spec/ports/port");
    add(specs, "Service", "spec/ports/targetPort");
    specs.add(find(Gvk.ANY, "metadata/labels"));
    specs.add(find(Gvk.ANY, "metadata/annotations"));
    return new FieldSpecs(specs);
  }

  private static void add(List<FieldSpec> specs, String kind, String path) {
    specs.add(find(Gvk.ofKind(kind), path));
  }
}
