package dev.plumbline.cli;

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
      defaultValue = HOME,
      description = "Where the objects are; else ${DEFAULT-VALUE}.")
  String namespace;
}
