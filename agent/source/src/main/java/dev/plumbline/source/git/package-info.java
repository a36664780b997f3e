/**
 * Git repositories over HTTP: fetched into bare clones, read straight from their objects.
 *
 * <p>There is never a work tree, a hook, a filter or a user's configuration, and no other program
 * runs. What a server sends is bounded in bytes, objects and time, checked by Git's own rules
 * before it is kept, and credentials go to the origin they belong to and nowhere else. Only this
 * package sees JGit.
 */
package dev.plumbline.source.git;
