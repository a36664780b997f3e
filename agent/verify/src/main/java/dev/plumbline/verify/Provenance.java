package dev.plumbline.verify;

import dev.plumbline.model.FileTree;

/** Where a tree of files comes from, and what vouches for it. */
public sealed interface Provenance permits Verified, Unverified {
  FileTree tree();
}
