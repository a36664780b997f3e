package dev.plumbline.source;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.Revision;

/** One revision of a source and its files, read-only. */
public record Artifact(Revision revision, FileTree tree) {}
