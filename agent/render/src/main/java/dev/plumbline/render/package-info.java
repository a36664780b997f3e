/**
 * A verified tree becomes objects.
 *
 * <p>A directory with a kustomization is built by the kustomize engine; any other one as if it had
 * a kustomization that lists all its manifests. {@link Rendered#built()} is exactly what kustomize
 * prints; {@link Rendered#delivered()} is what may be sent to a cluster. Pure: the same files give
 * the same bytes.
 */
package dev.plumbline.render;
