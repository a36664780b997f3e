package dev.plumbline.cli;

import dev.plumbline.kube.Kubeconfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command runs.
 *
 * @param environment where {@code KUBECONFIG} and {@code HOME} are, and in a Pod the API server
 * @param mounted where a Pod finds its service account
 */
record Surroundings(Map<String, String> environment, Path mounted) {
  private static final int LONGEST_NAME = 63;

  static Surroundings here() {
    return new Surroundings(System.getenv(), Kubeconfig.MOUNTED);
  }

  /** Whether this is a Pod that has a service account. */
  boolean isPod() {
    return !environment.getOrDefault("KUBERNETES_SERVICE_HOST", "").isEmpty()
        && !environment.getOrDefault("KUBERNETES_SERVICE_PORT", "").isEmpty()
        && Files.isRegularFile(mounted.resolve("token"));
  }

  /** The namespace of the service account; empty where nobody says so. */
  Optional<String> namespace() throws IOException {
    Path file = mounted.resolve("namespace");
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (var in = Files.newInputStream(file)) {
      String name = new String(in.readNBytes(LONGEST_NAME + 1), StandardCharsets.UTF_8).strip();
      return Optional.of(name).filter(found -> !found.isEmpty());
    }
  }
}
