/**
 * The only place that talks to an API server and sees its raw answers.
 *
 * <p>A {@link Connection} to one cluster hands out {@link Cluster} ports bound to an {@link
 * Identity}, and {@link Watches} under the agent's own. Answers are values: {@link Answer} says
 * what became of a write, {@link Refusal} classifies every no in one table. Nothing is retried
 * here, and vendor types stay inside.
 */
package dev.plumbline.kube;
