/**
 * Annotations by which a record of the API says what its CustomResourceDefinition must say: limits,
 * defaults, rules, columns, and the sentences of {@code kubectl explain}.
 *
 * <p>The definitions under {@code manifests/crds} are written from them, and whoever reads an
 * object checks it by the same ones.
 */
package dev.plumbline.api.schema;
