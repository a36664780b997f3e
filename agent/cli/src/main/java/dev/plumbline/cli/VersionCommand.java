package dev.plumbline.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code plumb version}. */
@Command(
    name = "version",
    description = "Prints the version of this command.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class)
final class VersionCommand implements Runnable {
  @Spec private CommandSpec spec;

  /** Ours, as the build wrote it into the jar. */
  static String version() {
    try (var in = VersionCommand.class.getResourceAsStream("version")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw Failure.unknown("could not read the version in our own jar", e);
    }
  }

  @Override
  public void run() {
    spec.commandLine().printVersionHelp(spec.commandLine().getOut());
  }

  /** For {@code --version}, which prints the same. */
  static final class Provider implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"plumb %s (Java %s)".formatted(version(), Runtime.version())};
    }
  }
}
