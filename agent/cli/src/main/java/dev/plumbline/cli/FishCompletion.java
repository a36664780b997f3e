package dev.plumbline.cli;

import static java.util.stream.Collectors.joining;

import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Completion for fish, which picocli does not write: a line for each command and option. */
final class FishCompletion {
  private static final String KINDS_TOO = "get suspend resume";

  private FishCompletion() {}

  static String of(CommandLine plumb) {
    var script = new StringBuilder("complete -c plumb -f\n");
    script.append(asking(String.join(" ", BashNames.reaching(plumb))));
    plumb
        .getSubcommands()
        .forEach(
            (name, command) -> {
              line(script, "-n __fish_use_subcommand -a " + name, about(command.getCommandSpec()));
              String inside = "-n '__fish_seen_subcommand_from " + name + "'";
              command.getCommandSpec().options().forEach(option -> option(script, inside, option));
            });
    names(script);
    return script.toString();
  }

  // Names are asked of the hub, by the flags that were typed so far.
  private static String asking(String reaching) {
    return """
      function __plumb_names
        set -l flags
        set -l words (commandline -opc)
        for i in (seq (count $words))
          set -l parts (string split -m 1 = -- $words[$i])
          if contains -- $parts[1] %s
            if test (count $parts) -eq 2
              set -a flags $words[$i]
            else if test $i -lt (count $words)
              set -a flags $words[$i] $words[(math $i + 1)]
            end
          else if contains -- $words[$i] -A --all-namespaces
            set -a flags -A
          end
        end
        plumb get $argv[1] -o name --request-timeout 2s $flags 2>/dev/null </dev/null \
          | string replace -r '.*/' ''
      end
      """
        .formatted(reaching);
  }

  private static void names(StringBuilder script) {
    names(script, seen("tree diff sync"), ShownKind.SYNCS);
    String all = Arrays.stream(ShownKind.values()).flatMap(ShownKind::called).collect(joining(" "));
    names(script, seen(KINDS_TOO) + "; and not " + seen(all), ShownKind.SYNCS);
    for (ShownKind kind : ShownKind.values()) {
      String words = kind.called().collect(joining(" "));
      names(script, seen(KINDS_TOO) + "; and " + seen(words), kind);
      line(script, "-n '" + seen("get") + "; and not " + seen(all) + "' -a " + kind.plural(), "");
    }
  }

  private static void names(StringBuilder script, String where, ShownKind kind) {
    line(script, "-n '" + where + "' -a '" + names(kind) + "'", "");
  }

  private static String names(ShownKind kind) {
    return "(__plumb_names " + kind.plural() + ")";
  }

  private static String seen(String words) {
    return "__fish_seen_subcommand_from " + words;
  }

  private static void option(StringBuilder script, String inside, OptionSpec option) {
    var words = new StringBuilder(inside);
    for (String name : option.names()) {
      words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceFirst("^--?", ""));
    }
    if (option.arity().max() > 0) {
      words.append(" -r");
      if (option.longestName().equals("--target")) {
        words.append(" -a '").append(names(ShownKind.TARGETS)).append("'");
      } else if (option.longestName().equals("--repository")) {
        words.append(" -a '").append(names(ShownKind.REPOSITORIES)).append("'");
      } else if (option.completionCandidates() != null) {
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
