package dev.plumbline.kustomize;

import dev.plumbline.model.FileTree;
import java.io.IOException;

/**
 * Where the directories of other repositories come from. The engine fetches nothing: who wants
 * remote bases brings this along.
 */
@FunctionalInterface
public interface Remotes {
  /**
   * The files of a repository at the ref that the URL names.
   *
   * @throws IOException when it cannot be had, with a sentence that says why
   */
  FileTree fetch(RemoteUrl url) throws IOException;
}
