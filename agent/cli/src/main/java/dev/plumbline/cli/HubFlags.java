package dev.plumbline.cli;

import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Where the objects of Plumbline are. */
final class HubFlags {
  /** Where the agent's own objects are, unless it was told otherwise. */
  static final String HOME = "plumbline-system";

  @Mixin ClusterFlags cluster;

  @Option(
      names = {"-n", "--namespace"},
      paramLabel = "NAME",
      description = "Where the objects are; else plumbline-system, in a Pod that of the Pod.")
  private String namespace;

  /** Where the objects are that are meant. */
  String namespace(Session session) {
    return Optional.ofNullable(namespace).or(session::namespace).orElse(HOME);
  }
}
