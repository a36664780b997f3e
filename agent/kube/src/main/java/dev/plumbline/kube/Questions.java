package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.io.IOException;

/** What only people ask of a cluster; the agent has no use for it. Nothing is changed. */
public interface Questions {
  /** Who the server takes us for. */
  String whoAmI() throws IOException;

  /**
   * The whole object as it would be after an apply: a dry run.
   *
   * @param force whether fields are taken from other managers
   * @throws KubeException when the server would refuse it
   */
  MapNode preview(ObjectKey key, MapNode body, String fieldManager, boolean force)
      throws IOException;
}
