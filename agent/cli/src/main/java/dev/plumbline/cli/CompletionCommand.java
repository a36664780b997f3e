package dev.plumbline.cli;

import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code plumb completion}. */
@Command(
    name = "completion",
    description = {
      "Prints what a shell needs to complete commands, options and the names of objects.",
      "bash, zsh: source <(plumb completion bash)",
      "fish: plumb completion fish | source"
    },
    mixinStandardHelpOptions = true)
final class CompletionCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  private Shell shell;

  /** Shells people use. */
  enum Shell {
    BASH,
    ZSH,
    FISH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public void run() {
    CommandLine plumb = spec.root().commandLine();
    String script =
        switch (shell) {
          // One script: zsh runs it by its bashcompinit.
          case BASH, ZSH -> AutoComplete.bash("plumb", plumb) + BashNames.of(plumb);
          case FISH -> FishCompletion.of(plumb);
        };
    spec.commandLine().getOut().print(script);
  }
}
