package dev.plumbline.kube;

import dev.plumbline.model.GroupKind;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/**
 * What the API server serves. Read once, kept, and read again when a kind is asked for that is not
 * there, at most once per few seconds. It is the same for everybody, and read as the agent: a
 * tenant may not be allowed to.
 */
public interface Discovery {
  /** The kind in exactly this version; empty when the server does not serve it. */
  Optional<ServedKind> find(String apiVersion, String kind) throws IOException;

  /** The kind in the version the server prefers; empty when it serves none. */
  Optional<ServedKind> find(GroupKind kind) throws IOException;

  /** Whether the server serves anything of the group. */
  boolean serves(String group) throws IOException;

  /**
   * Whether somebody registers the group, though the server may not serve anything of it now.
   *
   * @throws IOException also when the server does not say which groups are registered
   */
  boolean registers(String group) throws IOException;

  /**
   * Groups that cannot be trusted now: discovery of them is stale or failed. Objects of such a
   * group are never pruned.
   */
  Set<String> staleGroups() throws IOException;

  /** Forgets what was read; the next question asks the server. */
  void invalidate();
}
