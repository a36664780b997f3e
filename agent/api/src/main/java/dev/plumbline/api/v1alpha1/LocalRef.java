package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/** An object in the same namespace. There is no way to name another one (SEC-TEN-03). */
public record LocalRef(
    @Field(doc = "Name of the object, in the same namespace.", required = true, max = 253)
        @Rule(
            value = "self.matches('^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$')",
            message = "name must be the name of an object: lower-case letters, digits, '-' and '.'")
        String name) {}
