/**
 * Plans what a cluster needs to be as wanted, carries it out, and watches what became of it.
 *
 * <p>{@link Desired} objects and an {@link Inventory} come in; {@link Planner} compares them with
 * {@link Live} and answers a {@link Draft}; {@link Preflight} asks the server about it; {@link
 * Applier} carries out the {@link Plan}. Two promises hold whatever happens, a {@code kill -9}
 * included: an object's entry is recorded before the object is created or deleted, and nothing is
 * touched but the very object, in the very version, the plan was made for.
 */
package dev.plumbline.apply;
