package dev.plumbline.server;

import dev.plumbline.model.Secret;

/** What calls about one Repository are proven with. */
public record HookKey(HookType type, Secret<byte[]> key) {}
