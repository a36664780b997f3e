package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;

/**
 * Another image in the place of one, as an entry of kustomize's {@code images}.
 *
 * @param newName null to keep the name
 * @param newTag null to keep the tag
 * @param digest null for none
 */
@Rule(
    value = "has(self.newName) || has(self.newTag) || has(self.digest)",
    message = "an image needs newName, newTag or digest")
public record Image(
    @Field(
            doc = "The image as manifests name it, without tag and digest.",
            required = true,
            min = 1,
            max = 512)
        String name,
    @Field(doc = "Another name: registry.example.com/web.", max = 512) String newName,
    @Field(doc = "Another tag.", max = 128)
        @Rule(
            value = "self.matches('^[A-Za-z0-9_][A-Za-z0-9_.-]*$')",
            message = "newTag must be the tag of an image, such as v1.2.0")
        String newTag,
    @Field(doc = "A digest, which takes the place of the tag.", max = 71)
        @Rule(
            value = "self.matches('^sha256:[0-9a-f]{64}$')",
            message = "digest must be sha256: and 64 hexadecimal digits")
        String digest) {}
