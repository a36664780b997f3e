package dev.plumbline.server;

import java.util.Optional;

/** Whether the agent can do its work now. */
@FunctionalInterface
public interface Readiness {
  /** What is missing, for people; empty when it is ready. */
  Optional<String> missing();
}
