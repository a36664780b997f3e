/**
 * Repositories in, artifacts out: fetching, and reading trees without ever checking anything out.
 * Credentials come as {@link dev.plumbline.model.Secret}s and go nowhere else.
 */
package dev.plumbline.source;
