/**
 * Decides whether bytes from outside may be used at all.
 *
 * <p>An {@link dev.plumbline.source.Artifact} comes in, a {@link Verdict} goes out. No trust
 * configured is said plainly, and is a refusal unless the platform allows it. Only this package can
 * make a {@link Verified} and an {@link Attested}.
 */
package dev.plumbline.verify;
