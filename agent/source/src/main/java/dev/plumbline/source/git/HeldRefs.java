package dev.plumbline.source.git;

import java.io.IOException;
import java.util.Set;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.RefUpdate;
import org.eclipse.jgit.lib.Repository;

/** Refs that keep objects from being dropped while everything else goes. */
final class HeldRefs {
  private static final String PREFIX = "refs/held/";

  private final Repository repository;

  HeldRefs(Repository repository) {
    this.repository = repository;
  }

  /** Holds those of them that are here. */
  void hold(Set<ObjectId> ids) throws IOException {
    try (ObjectReader reader = repository.newObjectReader()) {
      for (ObjectId id : ids) {
        if (reader.has(id)) {
          hold(id);
        }
      }
    }
  }

  private void hold(ObjectId id) throws IOException {
    RefUpdate update = repository.updateRef(PREFIX + id.name());
    update.disableRefLog();
    update.setNewObjectId(id);
    check(update, update.forceUpdate());
  }

  /** Lets go of everything, also of what a crash left. */
  void release() throws IOException {
    for (Ref ref : repository.getRefDatabase().getRefsByPrefix(PREFIX)) {
      RefUpdate update = repository.updateRef(ref.getName());
      update.setForceUpdate(true);
      check(update, update.delete());
    }
  }

  private static void check(RefUpdate update, RefUpdate.Result result) throws IOException {
    switch (result) {
      case NEW, FORCED, FAST_FORWARD, NO_CHANGE -> {
        // As wanted.
      }
      default -> throw new IOException("could not move %s: %s".formatted(update.getName(), result));
    }
  }
}
