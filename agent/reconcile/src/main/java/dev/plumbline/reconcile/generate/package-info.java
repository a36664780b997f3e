/**
 * Which Syncs a Tenant is to have: one for each of its Environments and their Targets.
 *
 * <p>A {@link dev.plumbline.reconcile.generate.Landscape} and what is there now come in, a {@link
 * dev.plumbline.reconcile.generate.Generation} goes out: what to make, what to change, what to
 * delete, and what to leave alone because somebody has to look first. Pure: nothing is asked and
 * nothing is written here.
 */
package dev.plumbline.reconcile.generate;
