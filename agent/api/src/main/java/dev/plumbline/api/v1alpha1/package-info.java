/**
 * The kinds of {@code plumbline.dev/v1alpha1} as records: what a person writes ({@code …Spec}) and
 * what the agent answers ({@code …Status}).
 *
 * <p>No vendor type, no I/O. A status cuts itself to what its definition allows, so a value that
 * the API server would refuse for its size cannot be built. A component may be null only where its
 * comment says so.
 */
package dev.plumbline.api.v1alpha1;
