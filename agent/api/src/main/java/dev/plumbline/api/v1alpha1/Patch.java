package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;

/**
 * A patch, as an entry of kustomize's {@code patches}.
 *
 * @param target null for the object that the patch itself names
 */
public record Patch(
    @Field(
            doc = "A strategic merge patch, or a list of JSON patch operations, as YAML.",
            required = true,
            min = 1,
            max = 65536)
        String patch,
    @Field(doc = "The objects to change; without it, the one that the patch names.")
        ObjectSelector target) {}
