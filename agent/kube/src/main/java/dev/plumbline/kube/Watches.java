package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.util.Optional;

/**
 * Watches under the agent's own identity, on a connection of their own. A watch reconnects by
 * itself for as long as it is open; after "too old" it lists anew and delivers the list.
 */
public interface Watches {
  /**
   * @param labelSelector empty for all
   * @param namespace empty for all
   * @param bodies whether the sink gets whole objects, or metadata only
   */
  Watch open(
      ServedKind kind, String namespace, String labelSelector, boolean bodies, WatchSink sink);

  /** An open watch. Closing it is final and returns at once. */
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Called by one thread per watch, in order. It must not block.
   *
   * <p>A list comes object by object, so that nobody holds all bodies at once: {@link #listing},
   * then {@link #changed} for everything that is there, then {@link #listed}. A list that breaks
   * off begins again with {@code listing}.
   */
  interface WatchSink {
    /** A list begins: at the start, and after events were missed. */
    void listing();

    void changed(Observed object);

    /**
     * The list is complete: what it did not mention was not there, or had lost the selected label,
     * at this version. What came later is told of by {@link #changed}.
     */
    void listed(String resourceVersion);

    /** A hint: an object that lost the selected label looks exactly the same. */
    void deleted(ObjectKey key, String uid);

    /** The stream ended with an error and is being opened again. */
    void interrupted(String why);

    /**
     * The server does not let us watch this. It is asked again now and then; when a list begins it
     * does.
     */
    default void forbidden(String why) {
      interrupted(why);
    }
  }

  /**
   * @param body the whole object without managedFields, where bodies were asked for
   */
  record Observed(Meta meta, Optional<MapNode> body) {}
}
