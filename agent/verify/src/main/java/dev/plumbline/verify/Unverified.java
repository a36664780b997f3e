package dev.plumbline.verify;

import dev.plumbline.model.FileTree;

/** A local directory: it can be built and compared, never applied by the agent. */
public record Unverified(FileTree tree) implements Provenance {}
