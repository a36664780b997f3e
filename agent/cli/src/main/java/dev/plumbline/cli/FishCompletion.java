package dev.plumbline.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish, which picocli does not write: a line for each command and option. */
final class FishCompletion {
  private FishCompletion() {}

  static String of(CommandLine plumb) {
    var script = new StringBuilder("complete -c plumb -f\n");
    plumb
        .getSubcommands()
        .forEach(
            (name, command) -> {
              line(script, "-n __fish_use_subcommand -a " + name, about(command.getCommandSpec()));
              String inside = "-n '__fish_seen_subcommand_from " + name + "'";
              command.getCommandSpec().options().forEach(option -> option(script, inside, option));
            });
    return script.toString();
  }

  private static void option(StringBuilder script, String inside, OptionSpec option) {
    var words = new StringBuilder(inside);
    for (String name : option.names()) {
      words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
    }
    if (option.arity().max() > 0) {
      words.append(" -r");
      if (option.completionCandidates() != null) {
        words.append(" -a '").append(String.join(" ", option.completionCandidates())).append("'");
      } else if (option.paramLabel().matches("FILE|DIRECTORY")) {
        words.append(" -F");
      }
    }
    String[] about = option.description();
    line(script, words.toString(), about.length == 0 ? "" : about[0]);
  }

  private static String about(CommandSpec command) {
    String[] about = command.usageMessage().description();
    return about.length == 0 ? "" : about[0];
  }

  private static void line(StringBuilder script, String words, String about) {
    script.append("complete -c plumb ").append(words);
    if (!about.isEmpty() && !about.contains("${")) {
      script.append(" -d '").append(about.replace("\\", "\\\\").replace("'", "\\'")).append("'");
    }
    script.append('\n');
  }
}
