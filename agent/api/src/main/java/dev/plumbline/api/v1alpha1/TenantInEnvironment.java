package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;

/**
 * The Tenant in one Environment.
 *
 * @param missingSince null where its directory is there, or was never seen
 * @param message null where there is nothing to say
 */
public record TenantInEnvironment(
    @Field(doc = "The Environment.", required = true, max = 253) String name,
    @Field(doc = "The directory that is delivered.", required = true, max = 1536) String path,
    @Field(doc = "How many Syncs were generated.", required = true) int syncs,
    @Field(
            doc =
                "The revision its directory is gone since. Its Syncs keep what is live until the"
                    + " Tenant is annotated with plumbline.dev/allow-prune: <that commit>.",
            max = 320)
        String missingSince,
    @Field(doc = "What people should know.", max = 1024) String message) {
  public TenantInEnvironment {
    name = Bounds.text(name, 253);
    path = Bounds.text(path, 1536);
    missingSince = Bounds.text(missingSince, 320);
    message = Bounds.text(message, 1024);
  }
}
