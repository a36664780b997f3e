package dev.plumbline.apply;

import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;
import java.util.Optional;

/**
 * The other Syncs of the same tenant on the same target. An object that moves from one to another
 * is handed over: the one that renders it now takes it, then the other forgets it. It is never
 * deleted and made again.
 */
public interface Peers {
  Peers NONE =
      new Peers() {
        @Override
        public Optional<Name> claimant(ObjectKey key) {
          return Optional.empty();
        }

        @Override
        public boolean claims(Name sync, ObjectKey key) {
          return false;
        }

        @Override
        public boolean releases(Name sync, ObjectKey key) {
          return false;
        }

        @Override
        public void tell(Name sync) {}
      };

  /** A peer that renders the object now and will take it; empty for none. */
  Optional<Name> claimant(ObjectKey key) throws IOException;

  /** Whether that Sync is a peer that renders the object now. */
  boolean claims(Name sync, ObjectKey key) throws IOException;

  /** Whether that Sync is a peer that renders the object no longer, or is there no longer. */
  boolean releases(Name sync, ObjectKey key) throws IOException;

  /** An object waits for that Sync to take it. */
  void tell(Name sync);
}
