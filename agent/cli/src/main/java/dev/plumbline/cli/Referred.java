package dev.plumbline.cli;

import dev.plumbline.model.MapNode;

/**
 * What a Sync refers to, as one person sees it. Those of a Tenant may have rights where their Syncs
 * are, and none where the agent's own objects are.
 */
sealed interface Referred {
  String name();

  record Seen(MapNode object) implements Referred {
    @Override
    public String name() {
      return Asked.nameOf(object);
    }
  }

  /**
   * @param why they may not read it
   */
  record Hidden(String name, String why) implements Referred {}
}
