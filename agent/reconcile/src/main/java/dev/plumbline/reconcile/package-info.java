/**
 * The conductor: the only place that knows every stage.
 *
 * <p>Names come in, from watches, webhooks and timers; each is run once at a time, on the newest
 * there is. A run takes one Sync through the pipeline and ends with one status write. Everything a
 * run learns is either in that status or can be learned again.
 */
package dev.plumbline.reconcile;
