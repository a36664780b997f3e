package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Where credentials come from when a kubeconfig names a program that has them. */
interface Programs {
  /**
   * @param exec the {@code exec} of a user
   * @param cluster the cluster the credentials are for
   * @param kubeconfig the file the user stands in
   */
  Issued issue(MapNode exec, MapNode cluster, Path kubeconfig) throws IOException;

  /** The agent's: a program is never run for it. */
  static Programs none() {
    return (_, _, kubeconfig) -> {
      throw Failure.refused(
          ("%s: this user's credentials come from a program (exec), which the agent does not run;"
                  + " give a token or a client certificate")
              .formatted(kubeconfig));
    };
  }

  /**
   * What a program handed out: a token, or a client certificate with its key, or all three.
   *
   * @param certificate PEM
   * @param expires empty: when the process ends
   */
  record Issued(
      Optional<Secret<String>> token,
      Optional<String> certificate,
      Optional<Secret<String>> key,
      Optional<Instant> expires) {}
}
