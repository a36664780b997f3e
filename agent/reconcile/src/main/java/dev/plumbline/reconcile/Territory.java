package dev.plumbline.reconcile;

import dev.plumbline.api.v1alpha1.SeenNamespace;
import dev.plumbline.apply.Grant;
import java.util.List;

/**
 * Where a Sync may deliver now.
 *
 * @param grant what it may, without the namespaces that are closed to it
 * @param seen the namespaces it delivers into, each with the uid it was let in under
 */
record Territory(Grant grant, List<SeenNamespace> seen) {
  Territory {
    seen = List.copyOf(seen);
  }
}
