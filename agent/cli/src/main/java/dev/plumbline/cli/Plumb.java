package dev.plumbline.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The command line, and how its failures are told. */
@Command(
    name = "plumb",
    description = "Keeps Kubernetes clusters true to a Git repository.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class)
public final class Plumb {
  private static final List<Class<?>> COMMANDS =
      List.of(
          BuildCommand.class,
          GetCommand.class,
          TreeCommand.class,
          DiffCommand.class,
          SyncCommand.class,
          SuspendCommand.class,
          ResumeCommand.class,
          AgentCommand.class,
          CompletionCommand.class,
          VersionCommand.class,
          CommandLine.HelpCommand.class);

  private static final Set<Class<?>> TELL_OF_ALL =
      Set.of(CompletionCommand.class, CommandLine.HelpCommand.class);

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Show where in the program a failure came from.")
  private boolean verbose;

  private Plumb() {}

  public static void main(String[] arguments) {
    var out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(out, err, arguments);
    out.flush();
    System.exit(code);
  }

  /** All commands, for those who want to know what there is. */
  static CommandLine commandLine() {
    return with(new CommandLine(new Plumb()), COMMANDS);
  }

  // Reading the options of all commands takes as long as most commands do.
  private static List<Class<?>> needed(String... arguments) {
    return COMMANDS.stream()
        .filter(command -> arguments.length > 0 && nameOf(command).equals(arguments[0]))
        .filter(command -> !TELL_OF_ALL.contains(command))
        .findFirst()
        .<List<Class<?>>>map(List::of)
        .orElse(COMMANDS);
  }

  private static String[] ordered(String... words) {
    return words.length > 0 && words[0].startsWith("-")
        ? new WordOrder(COMMANDS).commandFirst(words)
        : words;
  }

  private static String nameOf(Class<?> command) {
    return command.getAnnotation(Command.class).name();
  }

  private static CommandLine with(CommandLine plumb, List<Class<?>> commands) {
    commands.forEach(plumb::addSubcommand);
    return plumb;
  }

  /** Runs one command to its end and answers its exit code. */
  static int run(PrintWriter out, PrintWriter err, String... words) {
    String[] arguments = ordered(words);
    var plumb = new Plumb();
    int code =
        with(new CommandLine(plumb), needed(arguments))
            .setOut(out)
            .setErr(err)
            .setColorScheme(Terminal.colours())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setParameterExceptionHandler(Plumb::misused)
            .setExecutionExceptionHandler(plumb::failed)
            .execute(arguments);
    out.flush();
    return code;
  }

  private static int misused(ParameterException e, String[] arguments) {
    var command = e.getCommandLine();
    command
        .getErr()
        .printf(
            "plumb: %s; see %s --help%n",
            withoutValues(e.getMessage()), command.getCommandSpec().qualifiedName(" "));
    return ExitCode.USAGE;
  }

  // A password behind a misspelt option is a password all the same.
  private static String withoutValues(String message) {
    return message.replaceAll("(Unknown options?: .*?'-[^'=]*)=.*", "$1'");
  }

  private int failed(Exception e, CommandLine command, ParseResult parsed) {
    if (verbose) {
      e.printStackTrace(command.getErr());
    }
    command.getErr().println("plumb: " + (e instanceof Failure ? e.getMessage() : told(e)));
    return e instanceof Failure failure ? failure.exitCode() : ExitCode.COULD_NOT_FIND_OUT;
  }

  private static String told(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
