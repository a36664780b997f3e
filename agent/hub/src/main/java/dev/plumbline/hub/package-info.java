/**
 * Our own objects in the hub cluster, as typed values.
 *
 * <p>{@link Hub} keeps our objects by watches and tells names that changed; {@link HubWriter}
 * writes their statuses by compare and swap, the inventory of a Sync with it, and never merges: who
 * lost the race is told what is there now. An object that cannot be read is a {@link
 * Lookup.Malformed}, and stops nobody else. Secrets come as {@code Secret} values and stay nowhere;
 * events go out when there is room for them, or not at all.
 */
package dev.plumbline.hub;
