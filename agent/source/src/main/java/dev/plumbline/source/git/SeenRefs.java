package dev.plumbline.source.git;

import dev.plumbline.model.Digest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;

/**
 * The refs of a clone, which are ours and not the server's: one per branch, tag or commit that was
 * asked for, named by digest so that no two get in each other's way as files. A tag has a second
 * one, to the tag object that led to the commit.
 */
final class SeenRefs {
  private static final String COMMITS = "refs/seen/";
  private static final String TAG_OBJECTS = "refs/seen-tags/";

  private final Repository repository;

  SeenRefs(Repository repository) {
    this.repository = repository;
  }

  /** Where the ref led when it was last seen; null for never. */
  Tip last(GitRef ref) throws IOException {
    return last(ref, "");
  }

  /** The same for the tag that a range of versions leads to now. */
  Tip last(GitRef ref, String name) throws IOException {
    String key = key(ref, name);
    Ref commit = repository.exactRef(COMMITS + key);
    if (commit == null) {
      return null;
    }
    Ref tag = repository.exactRef(TAG_OBJECTS + key);
    return new Tip(name, tag != null, commit.getObjectId(), tag == null ? null : tag.getObjectId());
  }

  void record(GitRef ref, Tip tip) throws IOException {
    String key = key(ref, tip.name());
    update(COMMITS + key, tip.commit());
    update(TAG_OBJECTS + key, tip.tagObject());
  }

  void forget(GitRef ref) throws IOException {
    String key = key(ref, "");
    update(COMMITS + key, null);
    update(TAG_OBJECTS + key, null);
  }

  /** The commits that our refs lead to. */
  List<ObjectId> commits() throws IOException {
    var ids = new ArrayList<ObjectId>();
    for (Ref ref : repository.getRefDatabase().getRefsByPrefix(COMMITS)) {
      ids.add(ref.getObjectId());
    }
    return ids;
  }

  // A range is remembered as the tag it led to: that tag must not move unseen either.
  private static String key(GitRef ref, String name) {
    String text = ref instanceof GitRef.Newest ? new GitRef.Tag(name).key() : ref.key();
    return Digest.of(text).first(32);
  }

  private void update(String name, ObjectId id) throws IOException {
    Ref old = repository.exactRef(name);
    if (old == null ? id == null : old.getObjectId().equals(id)) {
      return;
    }
    RefUpdate update = repository.updateRef(name);
    update.setForceUpdate(true);
    update.disableRefLog();
    RefUpdate.Result result;
    if (id == null) {
      result = update.delete();
    } else {
      update.setNewObjectId(id);
      result = update.forceUpdate();
    }
    switch (result) {
      case NEW, FORCED, FAST_FORWARD, NO_CHANGE -> {
        // As wanted.
      }
      default -> throw new IOException("could not record %s: %s".formatted(name, result));
    }
  }
}
