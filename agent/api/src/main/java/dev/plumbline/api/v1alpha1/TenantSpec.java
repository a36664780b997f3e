package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.util.List;

/**
 * @param path null: where the pattern of the repository says
 * @param environmentSelector null where {@code environments} names them
 * @param hubNamespace null: its Syncs are where the agent's own objects are
 */
@Rule(
    value =
        "(has(self.environments) && size(self.environments) > 0) !="
            + " has(self.environmentSelector)",
    message = "give either environments or environmentSelector, and not both")
@Rule(
    value =
        "has(self.hubNamespace) == has(oldSelf.hubNamespace) &&"
            + " (!has(self.hubNamespace) || self.hubNamespace == oldSelf.hubNamespace)",
    message = "hubNamespace cannot be changed: its Syncs would have to be deleted and made anew")
public record TenantSpec(
    @Field(doc = "The Repository its manifests are in, in the same namespace.", required = true)
        LocalRef repositoryRef,
    @Field(
            doc =
                "Its directory in the repository. Unset: where the pattern of the repository says,"
                    + " as in tenants/{tenant}.",
            min = 1,
            max = 512)
        @Rule(
            value = "!self.startsWith('/') && !self.split('/').exists(part, part == '..')",
            message = "path must be a directory inside the repository, such as tenants/acme")
        String path,
    @Field(
            doc = "The Environments it is delivered in, by name, in the same namespace.",
            max = 64,
            each = 63)
        @Rule(
            value = "self.all(name, name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'))",
            message =
                "environments must be names of Environments: lower-case letters, digits and '-'")
        List<String> environments,
    @Field(doc = "The Environments it is delivered in, by label.")
        LabelSelector environmentSelector,
    @Field(
            doc =
                "The namespace its Syncs are in, where its people may see them and write their own."
                    + " Unset: where the Tenant is.",
            min = 1,
            max = 63)
        @Rule(
            value = "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
            message = "hubNamespace must be the name of a namespace")
        String hubNamespace,
    @Field(
            doc =
                "The namespaces on its Targets it may deliver to: names, or beginnings of names"
                    + " that end in '*', as in acme-*.",
            required = true,
            max = 64,
            each = 63)
        @Rule(value = "size(self) > 0", message = "namespaces must name at least one")
        @Rule(
            value =
                "self.all(name, name.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$|"
                    + "^[a-z0-9][-a-z0-9]*[*]$'))",
            message =
                "namespaces must be names of namespaces, or beginnings of names that end in '*':"
                    + " acme-*")
        List<String> namespaces,
    @Field(
            doc = "Whether the namespaces it delivers to are made where they are missing.",
            initial = "false")
        boolean createNamespaces,
    @Field(doc = "On its Targets: whose rights it is delivered with.", required = true)
        ServiceAccountRef serviceAccount,
    @Field(doc = "What it may deliver. Unset: every kind of object in a namespace.", initial = "{}")
        AllowedKinds allow,
    @Field(doc = "How much it may have. Unset: as much as the agent can.", initial = "{}")
        Quota quota,
    @Field(
            doc = "What its Syncs may delete; a Sync may narrow it, and never widen it.",
            initial = "{}")
        SyncSpec.Prune prune) {

  public TenantSpec {
    environments = List.copyOf(environments);
    namespaces = List.copyOf(namespaces);
  }
}
