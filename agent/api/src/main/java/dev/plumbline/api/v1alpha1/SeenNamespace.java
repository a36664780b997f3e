package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;

/** A namespace on a target as a Sync of a Tenant met it. */
public record SeenNamespace(
    @Field(doc = "Its name.", required = true, max = 63) String name,
    @Field(doc = "Its uid: another one is another namespace.", required = true, max = 64)
        String uid) {
  public SeenNamespace {
    name = Bounds.text(name, 63);
    uid = Bounds.text(uid, 64);
  }
}
