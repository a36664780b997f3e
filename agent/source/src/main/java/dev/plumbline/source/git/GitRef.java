package dev.plumbline.source.git;

import dev.plumbline.source.VersionRange;
import java.util.Optional;
import org.eclipse.jgit.lib.ObjectId;

/**
 * Which commit of a repository is meant. Branches are looked up below {@code refs/heads/} and tags
 * below {@code refs/tags/}, never by guessing: a branch may be named like a tag, or like a commit
 * (SEC-GIT-14).
 */
public sealed interface GitRef {
  /** The head of a branch, {@code main}. */
  record Branch(String name) implements GitRef {
    @Override
    public String key() {
      return name;
    }

    @Override
    public String toString() {
      return "branch " + name;
    }
  }

  /** The commit a tag leads to, {@code v1.2.0}. */
  record Tag(String name) implements GitRef {
    @Override
    public String key() {
      return toString();
    }

    @Override
    public String toString() {
      return "tag " + name;
    }
  }

  /** The tag with the highest version in a range. */
  record Newest(VersionRange range) implements GitRef {
    @Override
    public String key() {
      return toString();
    }

    @Override
    public String toString() {
      return "semver " + range;
    }
  }

  /**
   * One commit for ever.
   *
   * @param branch the branch it must be on; without one, any branch or tag will do
   */
  record Commit(String id, Optional<String> branch) implements GitRef {
    public Commit {
      if (!ObjectId.isId(id)) {
        throw new IllegalArgumentException("not a commit id: '%s'".formatted(id));
      }
    }

    @Override
    public String key() {
      return toString();
    }

    @Override
    public String toString() {
      return "commit " + id + branch.map(name -> " on " + name).orElse("");
    }
  }

  /** No two refs have the same; a branch's is its name, and no other looks like a branch's name. */
  String key();
}
