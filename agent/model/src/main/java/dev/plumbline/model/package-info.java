/**
 * The values every stage shares: digests, names, revisions, the immutable {@link Node} tree, the
 * read-only {@link FileTree}, and the ports ({@link Clock}, {@link Fence}, {@link Metrics}) through
 * which the outside reaches pure code.
 *
 * <p>Imports nothing but {@code java.*}. Everything here is immutable and safe to share.
 */
package dev.plumbline.model;
