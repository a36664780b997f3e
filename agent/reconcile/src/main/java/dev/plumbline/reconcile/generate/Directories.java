package dev.plumbline.reconcile.generate;

/** What is in a repository. */
@FunctionalInterface
public interface Directories {
  /**
   * @param repository the name of the Repository
   */
  Presence at(String repository, String branch, String directory);
}
