package dev.plumbline.reconcile;

import dev.plumbline.model.FileTree;
import dev.plumbline.model.Name;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.Revision;
import dev.plumbline.reconcile.generate.Directories;
import dev.plumbline.reconcile.generate.Presence;
import dev.plumbline.source.git.Changes;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which directories are in the newest revision of a branch. What was looked up stands until a
 * commit touches it.
 */
final class GitDirectories implements Directories {
  private final String namespace;
  private final Sources sources;
  private final GitRepositories repositories;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Branch, Seen> seen = new HashMap<>();

  /**
   * @param namespace where our Repositories are
   */
  GitDirectories(String namespace, Sources sources, GitRepositories repositories) {
    this.namespace = namespace;
    this.sources = sources;
    this.repositories = repositories;
  }

  private record Branch(Name repository, String branch) {}

  private record Seen(Revision head, Map<String, Look> looks) {}

  /**
   * @param reads what that depends on, the links on the way included
   */
  private record Look(boolean there, ReadSet reads) {
    static Look into(FileTree tree, String directory) throws IOException {
      FileTree.Entry entry = tree.lookup(directory);
      String at =
          switch (entry) {
            case FileTree.Directory found -> found.path();
            case FileTree.File found -> found.path();
            case FileTree.Absent absent -> absent.path();
          };
      var paths = new HashSet<>(entry.links());
      paths.add(directory);
      paths.add(at);
      return new Look(entry instanceof FileTree.Directory, new ReadSet(paths, Set.of(at)));
    }
  }

  @Override
  public Presence at(String repository, String branch, String directory) {
    var name = new Name(namespace, repository);
    Optional<RepositoryState> state = sources.get(name);
    if (state.isEmpty()) {
      return new Presence.Unknown("Repository %s was not read yet".formatted(repository));
    }
    Optional<Revision> head = state.get().head(new GitRef.Branch(branch));
    if (head.isEmpty()) {
      return new Presence.Unknown(noHead(repository, branch, state.get()));
    }
    lock.lock();
    try {
      advance(new Branch(name, branch), head.get());
      return there(new Branch(name, branch), directory)
          ? new Presence.There()
          : new Presence.Missing(head.get());
    } catch (IOException e) {
      return new Presence.Unknown(e.getMessage());
    } finally {
      lock.unlock();
    }
  }

  /** The branches stand elsewhere now: which directories that were asked for that touches. */
  Set<String> moved(Name repository) {
    var touched = new HashSet<String>();
    lock.lock();
    try {
      for (Branch branch : Set.copyOf(seen.keySet())) {
        Optional<Revision> head =
            branch.repository().equals(repository)
                ? sources
                    .get(repository)
                    .flatMap(state -> state.head(new GitRef.Branch(branch.branch())))
                : Optional.empty();
        if (head.isPresent()) {
          touched.addAll(advanceOrForget(branch, head.get()));
        }
      }
    } finally {
      lock.unlock();
    }
    return touched;
  }

  private Set<String> advanceOrForget(Branch branch, Revision head) {
    try {
      return advance(branch, head);
    } catch (IOException e) {
      Seen forgotten = seen.remove(branch);
      return forgotten == null ? Set.of() : forgotten.looks().keySet();
    }
  }

  private static String noHead(String repository, String branch, RepositoryState state) {
    if (state.missing().containsKey(new GitRef.Branch(branch))) {
      return "Repository %s has no branch %s".formatted(repository, branch);
    }
    return state
        .failure()
        .map(Failure::message)
        .orElse("branch %s of Repository %s was not read yet".formatted(branch, repository));
  }

  private Set<String> advance(Branch branch, Revision head) throws IOException {
    Seen before = seen.get(branch);
    if (before == null) {
      seen.put(branch, new Seen(head, new HashMap<>()));
      return Set.of();
    }
    if (before.head().commit().equals(head.commit())) {
      return Set.of();
    }
    Changes changes =
        repositories.changes(branch.repository(), before.head().commit(), head.commit());
    var touched = new HashSet<String>();
    before
        .looks()
        .forEach(
            (directory, look) -> {
              if (changes.touch(look.reads())) {
                touched.add(directory);
              }
            });
    before.looks().keySet().removeAll(touched);
    seen.put(branch, new Seen(head, before.looks()));
    return touched;
  }

  private boolean there(Branch branch, String directory) throws IOException {
    Seen now = seen.get(branch);
    Look known = now.looks().get(directory);
    if (known == null) {
      known = Look.into(repositories.artifact(now.head()).tree(), directory);
      now.looks().put(directory, known);
    }
    return known.there();
  }
}
