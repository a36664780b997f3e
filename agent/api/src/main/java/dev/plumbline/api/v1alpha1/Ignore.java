package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.util.List;

/**
 * Fields that are left to others as soon as others own them.
 *
 * @param target null for every object
 */
public record Ignore(
    @Field(doc = "The objects it is about; without it, all of them.") ObjectSelector target,
    @Field(
            doc = "Fields, as JSON pointers: /spec/replicas. What is below them is meant, too.",
            required = true,
            min = 1,
            max = 32,
            each = 512)
        @Rule(
            value = "self.all(path, path.matches('^(/[^/]+)+$'))",
            message = "paths must be JSON pointers, such as /spec/replicas")
        @Rule(
            value =
                "self.all(path, !(path in ['/apiVersion', '/kind', '/metadata', '/metadata/name',"
                    + " '/metadata/namespace']))",
            message = "what an object is called cannot be left to others")
        List<String> paths) {}
