/**
 * Turns files into objects: a {@link dev.plumbline.verify.Provenance} comes in, {@link
 * dev.plumbline.render.Rendered} goes out, or the findings that say what stands in the way.
 *
 * <p>A directory with a kustomization file is built as kustomize builds it; any other is read
 * whole, in the order of its paths. What was built is kept apart from what is delivered, so that
 * signatures over the former stay good: {@link dev.plumbline.render.RenderSettings} change only the
 * latter. Pure: nothing but the tree is read.
 */
package dev.plumbline.render;
