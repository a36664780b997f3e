package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;

/**
 * Some of a Sync's objects, as kustomize selects them: every part that is given has to match, a
 * name or a kind as a whole and as a regular expression.
 */
public record ObjectSelector(
    @Field(doc = "API group.", max = 253) String group,
    @Field(doc = "API version.", max = 63) String version,
    @Field(doc = "Kind.", max = 253) String kind,
    @Field(doc = "Name.", max = 512) String name,
    @Field(doc = "Namespace.", max = 512) String namespace,
    @Field(doc = "Labels, as kubectl writes them: app=web,tier!=cache.", max = 1024)
        String labelSelector,
    @Field(doc = "Annotations, in the same form.", max = 1024) String annotationSelector) {}
