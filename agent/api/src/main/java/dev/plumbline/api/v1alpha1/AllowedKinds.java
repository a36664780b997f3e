package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.util.List;

/** Which kinds of objects; each is written {@code apps/Deployment}, or {@code ConfigMap}. */
public record AllowedKinds(
    @Field(
            doc =
                "Kinds of objects outside of namespaces: rbac.authorization.k8s.io/ClusterRole."
                    + " Nothing else outside of namespaces may be delivered.",
            max = 64,
            each = 317)
        @Rule(value = KINDS, message = "clusterResources" + KINDS_MESSAGE)
        List<String> clusterResources,
    @Field(
            doc = "Kinds of objects in namespaces: apps/Deployment, apps/*, ConfigMap. None: all.",
            max = 64,
            each = 317)
        @Rule(value = KINDS, message = "kinds" + KINDS_MESSAGE)
        List<String> kinds) {
  static final String KINDS =
      "self.all(kind, kind.matches('^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?([A-Z][A-Za-z0-9]*|[*])$')"
          + " && kind != '*')";
  static final String KINDS_MESSAGE =
      " must be kinds with their group, such as apps/Deployment, apps/* or ConfigMap";

  public AllowedKinds {
    clusterResources = List.copyOf(clusterResources);
    kinds = List.copyOf(kinds);
  }
}
