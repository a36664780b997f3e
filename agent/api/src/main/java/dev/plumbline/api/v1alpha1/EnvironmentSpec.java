package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/** What an Environment is made of. */
public record EnvironmentSpec(
    @Field(doc = "The Repository it is delivered from, in the same namespace.", required = true)
        LocalRef repositoryRef,
    @Field(doc = "The branch it is delivered from.", required = true, min = 1, max = 244)
        @Rule(value = SyncSource.REF_NAME, message = SyncSource.BRANCH_MESSAGE)
        String branch,
    @Field(
            doc = "The directory inside the directory of each Tenant: overlays/prod.",
            initial = ".",
            max = 512)
        @Rule(
            value = "!self.startsWith('/') && !self.split('/').exists(part, part == '..')",
            message = "overlay must be a directory inside that of a Tenant, such as overlays/prod")
        String overlay,
    @Field(doc = "The Targets it is delivered to, by label.", required = true)
        LabelSelector targets) {}
