package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.util.Map;

/** What every object of a Sync carries. */
public record CommonMetadata(
    @Field(
            doc = "Labels of the objects themselves, of no template and no selector.",
            max = 32,
            each = 317)
        @Rule(
            value =
                "self.all(key, self[key].matches('^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$'))",
            message = "a label has at most 63 letters, digits, '-', '_' and '.'")
        Map<String, String> labels,
    @Field(doc = "Annotations.", max = 32, each = 4096) Map<String, String> annotations) {}
