/**
 * Text in, {@link dev.plumbline.model.Node} out, and back: YAML in the dialects people write it in,
 * and JSON. Only this package sees a YAML library. Everything read is bounded in bytes, depth and
 * count.
 */
package dev.plumbline.yaml;
