package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/**
 * @param kubeconfigRef null exactly where {@code inCluster} is true
 */
@Rule(
    value = "has(self.kubeconfigRef) != (has(self.inCluster) && self.inCluster)",
    message = "give either kubeconfigRef or inCluster: true, and not both")
public record TargetSpec(
    @Field(
            doc =
                "Secret with a kubeconfig, as Cluster API makes them. Commands, files and proxies"
                    + " in it are refused.")
        KubeconfigRef kubeconfigRef,
    @Field(doc = "Whether this is the cluster the agent runs in.", initial = "false")
        boolean inCluster,
    @Field(doc = "Whether to leave the cluster alone for now.", initial = "false")
        boolean suspend) {

  /** One key of a Secret in the same namespace. */
  public record KubeconfigRef(
      @Field(doc = "Name of the Secret, in the same namespace.", required = true, max = 253)
          @Rule(
              value = "self.matches('^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$')",
              message =
                  "name must be the name of an object: lower-case letters, digits, '-' and '.'")
          String name,
      @Field(doc = "Which key of it holds the kubeconfig.", initial = "value", min = 1, max = 253)
          @Rule(
              value = "self.matches('^[-._a-zA-Z0-9]+$')",
              message = "key must be a key of a Secret: letters, digits, '-', '_' and '.'")
          String key) {}
}
