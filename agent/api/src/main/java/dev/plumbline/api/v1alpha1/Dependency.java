package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/** Another Sync that has to be ready first. */
public record Dependency(
    @Field(doc = "Name of a Sync in the same namespace.", required = true, max = 253)
        @Rule(
            value = "self.matches('^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$')",
            message = "name must be the name of an object: lower-case letters, digits, '-' and '.'")
        String name) {}
