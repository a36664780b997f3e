package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/** A service account on a Target. */
public record ServiceAccountRef(
    @Field(doc = "Its namespace.", required = true, min = 1, max = 63)
        @Rule(
            value = "self.matches('^[a-z0-9]([-a-z0-9]*[a-z0-9])?$')",
            message = "namespace must be the name of a namespace")
        String namespace,
    @Field(doc = "Its name.", required = true, min = 1, max = 253)
        @Rule(
            value = "self.matches('^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$')",
            message = "name must be the name of an object: lower-case letters, digits, '-' and '.'")
        String name) {}
