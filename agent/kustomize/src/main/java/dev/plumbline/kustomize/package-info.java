/**
 * Builds what {@code kustomize build} builds, byte for byte: a {@link dev.plumbline.model.FileTree}
 * and a path go in, bytes, objects and the set of paths read come out.
 *
 * <pre>{@code
 * switch (new Kustomize().build(tree, "tenants/acme/overlays/dev")) {
 *   case Built built -> System.out.write(built.bytes());
 *   case Failed failed -> System.err.println(failed.message());
 * }
 * }</pre>
 *
 * <p>Pure: nothing but the tree is read, no process is started, no clock is looked at. Where
 * kustomize has a bug that shows in its bytes, the bug is the format.
 */
package dev.plumbline.kustomize;
