package dev.plumbline.reconcile;

import dev.plumbline.model.Secret;

/**
 * What calls about one Repository are proven with.
 *
 * @param type whose way of proving a call; a constant of the API by its name
 */
public record HookKey(String type, Secret<byte[]> token) {}
