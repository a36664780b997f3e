package dev.plumbline.kustomize;

import static dev.plumbline.kustomize.DefaultFields.find;

import dev.plumbline.kustomize.FieldConfig.NameReference;
import java.util.ArrayList;
import java.util.List;

/** Where the built-in kinds name each other. */
final class DefaultNameReferences {
  private static final String RBAC = "rbac.authorization.k8s.io";
  private static final String ADMISSION = "admissionregistration.k8s.io";
  private static final List<Gvk> CONFIG_USERS =
      List.of(
          new Gvk("", "v1", "Pod"),
          Gvk.ofKind("PodTemplate"),
          Gvk.ofKind("Deployment"),
          Gvk.ofKind("ReplicaSet"),
          Gvk.ofKind("DaemonSet"),
          Gvk.ofKind("StatefulSet"),
          Gvk.ofKind("Job"),
          Gvk.ofKind("CronJob"));
  private static final List<Gvk> OTHER_USERS =
      List.of(
          Gvk.ofKind("Pod"),
          Gvk.ofKind("StatefulSet"),
          Gvk.ofKind("Deployment"),
          Gvk.ofKind("ReplicationController"),
          Gvk.ofKind("CronJob"),
          Gvk.ofKind("Job"),
          Gvk.ofKind("DaemonSet"));

  private final List<NameReference> references = new ArrayList<>();

  private DefaultNameReferences() {}

  static List<NameReference> all() {
    var all = new DefaultNameReferences();
    all.addScaled();
    all.addConfigMap();
    all.addSecret();
    all.addService();
    all.addRoles();
    all.addStorage();
    all.addOthers();
    return all.references;
  }

  private void add(Gvk target, List<FieldSpec> referrers) {
    references.add(new NameReference(target, new FieldSpecs(referrers)));
  }

  private static Gvk v1(String kind) {
    return new Gvk("", "v1", kind);
  }

  private static List<FieldSpec> pods(List<Gvk> users, String... paths) {
    var specs = new ArrayList<FieldSpec>();
    for (var user : users) {
      for (String path : paths) {
        specs.add(find(user, DefaultFields.podPath(user.kind()) + path));
      }
    }
    return specs;
  }

  private static void both(List<FieldSpec> specs, String kindA, String kindB, String path) {
    specs.add(find(Gvk.ofKind(kindA), path));
    specs.add(find(Gvk.ofKind(kindB), path));
  }

  private void addScaled() {
    var autoscaler = find(Gvk.ofKind("HorizontalPodAutoscaler"), "spec/scaleTargetRef/name");
    for (String kind :
        List.of("Deployment", "ReplicationController", "ReplicaSet", "StatefulSet")) {
      add(Gvk.ofKind(kind), List.of(autoscaler));
    }
  }

  private void addConfigMap() {
    var specs =
        pods(
            CONFIG_USERS,
            "volumes/configMap/name",
            "containers/env/valueFrom/configMapKeyRef/name",
            "initContainers/env/valueFrom/configMapKeyRef/name",
            "containers/envFrom/configMapRef/name",
            "initContainers/envFrom/configMapRef/name",
            "volumes/projected/sources/configMap/name");
    specs.add(find(Gvk.ofKind("Node"), "spec/configSource/configMap"));
    both(specs, "Role", "ClusterRole", "rules/resourceNames");
    specs.add(
        find(
            Gvk.ofKind("Ingress"),
            "metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap"));
    add(v1("ConfigMap"), specs);
  }

  private void addSecret() {
    var specs =
        pods(
            CONFIG_USERS,
            "volumes/secret/secretName",
            "containers/env/valueFrom/secretKeyRef/name",
            "initContainers/env/valueFrom/secretKeyRef/name",
            "containers/envFrom/secretRef/name",
            "initContainers/envFrom/secretRef/name",
            "imagePullSecrets/name",
            "volumes/projected/sources/secret/name");
    var ingress = Gvk.ofKind("Ingress");
    specs.add(find(ingress, "spec/tls/secretName"));
    for (String annotation :
        List.of(
            "ingress.kubernetes.io\\/auth-secret",
            "nginx.ingress.kubernetes.io\\/auth-secret",
            "nginx.ingress.kubernetes.io\\/auth-tls-secret")) {
      specs.add(find(ingress, "metadata/annotations/" + annotation));
    }
    specs.add(find(Gvk.ofKind("ServiceAccount"), "imagePullSecrets/name"));
    for (String parameter :
        List.of("secretName", "adminSecretName", "userSecretName", "secretRef")) {
      specs.add(find(Gvk.ofKind("StorageClass"), "parameters/" + parameter));
    }
    both(specs, "Role", "ClusterRole", "rules/resourceNames");
    specs.add(
        find(
            new Gvk("serving.knative.dev", "v1", "Service"),
            "spec/template/spec/containers/env/valueFrom/secretKeyRef/name"));
    specs.add(find(Gvk.ofKind("PersistentVolume"), "spec/azureFile/secretName"));
    add(v1("Secret"), specs);
  }

  private void addService() {
    var ingress = Gvk.ofKind("Ingress");
    add(
        v1("Service"),
        List.of(
            find(new Gvk("apps", "", "StatefulSet"), "spec/serviceName"),
            find(ingress, "spec/rules/http/paths/backend/serviceName"),
            find(ingress, "spec/backend/serviceName"),
            find(ingress, "spec/rules/http/paths/backend/service/name"),
            find(ingress, "spec/defaultBackend/service/name"),
            find(new Gvk("apiregistration.k8s.io", "", "APIService"), "spec/service/name"),
            find(
                new Gvk(ADMISSION, "", "ValidatingWebhookConfiguration"),
                "webhooks/clientConfig/service"),
            find(
                new Gvk(ADMISSION, "", "MutatingWebhookConfiguration"),
                "webhooks/clientConfig/service")));
  }

  private void addRoles() {
    var roleBinding = new Gvk(RBAC, "", "RoleBinding");
    var clusterRoleBinding = new Gvk(RBAC, "", "ClusterRoleBinding");
    add(new Gvk(RBAC, "", "Role"), List.of(find(roleBinding, "roleRef/name")));
    add(
        new Gvk(RBAC, "", "ClusterRole"),
        List.of(find(roleBinding, "roleRef/name"), find(clusterRoleBinding, "roleRef/name")));
    var specs = new ArrayList<FieldSpec>();
    specs.add(find(roleBinding, "subjects"));
    specs.add(find(clusterRoleBinding, "subjects"));
    specs.addAll(pods(OTHER_USERS, "serviceAccountName"));
    add(v1("ServiceAccount"), specs);
  }

  private void addStorage() {
    add(v1("PersistentVolumeClaim"), pods(OTHER_USERS, "volumes/persistentVolumeClaim/claimName"));
    add(
        v1("PersistentVolume"),
        List.of(
            find(Gvk.ofKind("PersistentVolumeClaim"), "spec/volumeName"),
            find(Gvk.ofKind("ClusterRole"), "rules/resourceNames")));
    add(
        new Gvk("storage.k8s.io", "v1", "StorageClass"),
        List.of(
            find(Gvk.ofKind("PersistentVolume"), "spec/storageClassName"),
            find(Gvk.ofKind("PersistentVolumeClaim"), "spec/storageClassName"),
            find(Gvk.ofKind("StatefulSet"), "spec/volumeClaimTemplates/spec/storageClassName")));
  }

  private void addOthers() {
    add(
        new Gvk("scheduling.k8s.io", "v1", "PriorityClass"),
        pods(OTHER_USERS, "priorityClassName"));
    // The group holds the version too, so this never matches; it is the original's slip.
    add(
        new Gvk("networking.k8s.io/v1", "v1", "IngressClass"),
        List.of(find(Gvk.ofKind("Ingress"), "spec/ingressClassName")));
    add(
        new Gvk(ADMISSION, "", "ValidatingAdmissionPolicy"),
        List.of(
            find(new Gvk(ADMISSION, "", "ValidatingAdmissionPolicyBinding"), "spec/policyName")));
  }
}
