package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/**
 * How much a Tenant may have.
 *
 * @param objects null: no limit
 * @param syncs null: no limit
 * @param renderSeconds null: as long as the agent allows
 */
public record Quota(
    @Field(doc = "The most objects its Syncs may own.")
        @Rule(
            value = "self >= 1 && self <= 1000000",
            message = "objects must be a number from 1 to 1000000")
        Integer objects,
    @Field(doc = "The most Syncs it may have.")
        @Rule(
            value = "self >= 1 && self <= 100000",
            message = "syncs must be a number from 1 to 100000")
        Integer syncs,
    @Field(doc = "The most seconds one render may take.")
        @Rule(
            value = "self >= 1 && self <= 600",
            message = "renderSeconds must be a number from 1 to 600")
        Integer renderSeconds) {}
