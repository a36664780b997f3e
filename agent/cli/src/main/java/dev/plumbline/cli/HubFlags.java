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

  @Option(
      names = "--hub-namespace",
      paramLabel = "NAME",
      description =
          "Where the agent's own objects are; else plumbline-system, or where Targets are found.")
  private String home;

  Places in(Session session) {
    return new Places(session, Optional.ofNullable(namespace), Optional.ofNullable(home));
  }
}
