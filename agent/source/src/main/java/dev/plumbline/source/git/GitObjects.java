package dev.plumbline.source.git;

import dev.plumbline.model.Clock;
import java.io.IOException;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.IncorrectObjectTypeException;
import org.eclipse.jgit.errors.LargeObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * The objects of one clone, read-only and safe for many threads. Parsed trees are kept, for every
 * revision shares most of them with the one before.
 */
final class GitObjects {
  private final Clone clone;
  private final GitLimits limits;
  private final Lent lent;
  private final TreeCache trees = new TreeCache();

  GitObjects(Clone clone, GitLimits limits, Clock clock) {
    this.clone = clone;
    this.limits = limits;
    this.lent = new Lent(clone, clock);
  }

  GitLimits limits() {
    return limits;
  }

  Lent lent() {
    return lent;
  }

  /** The files of a commit, which stay while somebody has them in hand. */
  GitTree files(String commit) throws IOException {
    return lent.lend(commit, this);
  }

  void forget() {
    trees.clear();
  }

  /** The tree of a commit. */
  ObjectId rootOf(String commit) throws IOException {
    return reading(
        reader -> {
          if (!reader.has(ObjectId.fromString(commit), Constants.OBJ_COMMIT)) {
            // To ask for what a force-push took away is no sign of damage.
            if (clone.promises(commit)) {
              clone.suspect();
            }
            throw new FetchNeeded("commit %s is not in the repository".formatted(commit));
          }
          try (var walk = new RevWalk(reader)) {
            return walk.parseCommit(ObjectId.fromString(commit)).getTree().copy();
          }
        });
  }

  boolean has(String commit) throws IOException {
    return reading(reader -> reader.has(ObjectId.fromString(commit), Constants.OBJ_COMMIT));
  }

  /** Whether {@code ancestor} is {@code commit} or one of those it was built on. */
  boolean descends(String commit, String ancestor) throws IOException {
    return reading(
        reader -> {
          try (var walk = new RevWalk(reader)) {
            walk.setRetainBody(false);
            RevCommit older = walk.parseCommit(ObjectId.fromString(ancestor));
            return walk.isMergedInto(older, walk.parseCommit(ObjectId.fromString(commit)));
          }
        });
  }

  ParsedTree tree(ObjectId id) throws IOException {
    ParsedTree cached = trees.get(id);
    if (cached != null) {
      return cached;
    }
    ParsedTree parsed =
        reading(
            reader -> {
              var loader = reader.open(id, Constants.OBJ_TREE);
              if (loader.getSize() > ParsedTree.maxBytes(limits.treeEntries())) {
                return ParsedTree.tooLarge(id);
              }
              return ParsedTree.parse(id, loader.getCachedBytes(), limits.treeEntries());
            });
    trees.put(parsed);
    return parsed;
  }

  long size(ObjectId blob) throws IOException {
    return reading(reader -> reader.getObjectSize(blob, Constants.OBJ_BLOB));
  }

  /**
   * The bytes of a blob.
   *
   * @throws LargeObjectException when it has more than {@code limit}
   */
  byte[] blob(ObjectId id, int limit) throws IOException {
    return reading(reader -> reader.open(id, Constants.OBJ_BLOB).getCachedBytes(limit));
  }

  private <T> T reading(Reading<T> reading) throws IOException {
    try (ObjectReader reader = clone.repository().newObjectReader()) {
      return reading.from(reader);
    } catch (MissingObjectException | CorruptObjectException e) {
      clone.suspect();
      throw new FetchNeeded("our copy of the repository is damaged: " + e.getMessage(), e);
    } catch (IncorrectObjectTypeException e) {
      throw new IOException("not the kind of Git object expected: " + e.getMessage(), e);
    }
  }

  private interface Reading<T> {
    T from(ObjectReader reader) throws IOException;
  }
}
