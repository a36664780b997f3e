package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import dev.plumbline.source.git.GitRef.Commit;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevObject;
import org.eclipse.jgit.revwalk.RevTag;
import org.eclipse.jgit.revwalk.RevWalk;

/**
 * From refs to commits, by the objects that are here: what the server says a tag leads to is not
 * believed.
 */
final class Resolution {
  private final Repository repository;
  private final SeenRefs seen;
  private final Advertised shown;

  Resolution(Repository repository, SeenRefs seen, Advertised shown) {
    this.repository = repository;
    this.seen = seen;
    this.shown = shown;
  }

  Found of(Collection<GitRef> asked) throws IOException {
    Map<GitRef, Tip> tips = new HashMap<>();
    Map<GitRef, Missing> missing = new HashMap<>();
    for (GitRef ref : asked) {
      Optional<Tip> tip = ref instanceof Commit commit ? commit(commit) : named(ref);
      tip.ifPresentOrElse(found -> tips.put(ref, found), () -> missing.put(ref, Missing.of(ref)));
    }
    return new Found(tips, missing);
  }

  private Optional<Tip> named(GitRef ref) throws IOException {
    Ref deciding = shown.deciding(ref);
    if (deciding == null) {
      return Optional.empty();
    }
    try (var walk = new RevWalk(repository)) {
      RevObject first = walk.parseAny(deciding.getObjectId());
      boolean isTag = deciding.getName().startsWith(Constants.R_TAGS);
      if (walk.peel(first) instanceof RevCommit commit && (isTag || !(first instanceof RevTag))) {
        ObjectId tagObject = first instanceof RevTag ? first.copy() : null;
        return Optional.of(new Tip(shortName(deciding), isTag, commit.copy(), tagObject));
      }
      if (isTag) {
        return Optional.empty(); // one of a file or a directory
      }
      throw new Stop(Reason.MALFORMED, "has a branch that points at something but a commit");
    }
  }

  private static String shortName(Ref ref) {
    return Repository.shortenRefName(ref.getName());
  }

  // Once it was found on a branch or tag it stays ours: its id says what is in it.
  private Optional<Tip> commit(Commit asked) throws IOException {
    Tip known = seen.last(asked);
    if (known != null) {
      return Optional.of(tip(asked, known.commit()));
    }
    ObjectId id = ObjectId.fromString(asked.id());
    return reachable(id, asked) ? Optional.of(tip(asked, id)) : Optional.empty();
  }

  private static Tip tip(Commit asked, ObjectId id) {
    return Tip.branch(asked.branch().orElse(""), id);
  }

  // A host that shares objects between forks sends commits that are in none of our branches.
  private boolean reachable(ObjectId id, Commit asked) throws IOException {
    if (!repository.getObjectDatabase().has(id)) {
      return false;
    }
    try (var walk = new RevWalk(repository)) {
      walk.setRetainBody(false);
      for (Ref ref : shown.around(asked)) {
        if (walk.peel(walk.parseAny(ref.getObjectId())) instanceof RevCommit commit) {
          walk.markStart(commit);
        }
      }
      for (RevCommit commit : walk) {
        if (commit.equals(id)) {
          return true;
        }
      }
      return false;
    }
  }
}
