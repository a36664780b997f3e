package dev.plumbline.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Completes the names of objects in bash and zsh, which picocli's script cannot know: they are
 * asked of the hub, by the flags that were typed so far.
 */
final class BashNames {
  private BashNames() {}

  static String of(CommandLine plumb) {
    Set<String> valued = new TreeSet<>();
    for (CommandLine command : plumb.getSubcommands().values()) {
      for (OptionSpec option : command.getCommandSpec().options()) {
        if (option.arity().max() > 0) {
          valued.addAll(List.of(option.names()));
        }
      }
    }
    return script(
        String.join("|", reaching(plumb)),
        String.join("|", valued),
        String.join("|", plumb.getSubcommands().keySet()));
  }

  private static String script(String reaching, String valued, String commands) {
    return """

      # The names of objects of a kind, where and as whom the flags typed so far say.
      _plumb_names() {
        local flags=() i word value
        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          case "$word" in
            -A|--all-namespaces) flags+=("-A") ;;
            %1$s)
              if [ "${COMP_WORDS[i+1]}" = "=" ]; then ((i++)); fi
              value="${COMP_WORDS[i+1]}"
              flags+=("$word" "${value/#\\~/$HOME}")
              ((i++)) ;;
          esac
        done
        plumb get "$1" -o name --request-timeout 2s "${flags[@]}" 2>/dev/null </dev/null \
          | sed 's|.*/||'
      }

      # The kind of which a name may come next; nothing where none may.
      _plumb_kind() {
        local command="" kind="" before="" word i
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"
        [ "$previous" = "=" ] && previous="${COMP_WORDS[COMP_CWORD-2]}"
        case "$previous" in
          --target) echo targets; return ;;
          --repository) echo repositories; return ;;
          %2$s) return ;;
        esac
        case "$current" in -*|*/*) return ;; esac
        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          [ "$word" = "=" ] && continue
          case "$before" in %2$s) before="$word"; continue ;; esac
          before="$word"
          if [ -z "$command" ]; then
            case "$word" in %3$s) command="$word" ;; esac
          elif [ -z "$kind" ]; then
            case "$word" in %4$s) kind="$word" ;; esac
          fi
        done
        case "$command" in
          get|suspend|resume) echo "${kind:-syncs}" ;;
          tree|diff|sync) echo syncs ;;
        esac
      }

      _plumb_complete() {
        _complete_plumb "$@"
        local kind
        kind="$(_plumb_kind)"
        if [ -n "$kind" ]; then
          COMPREPLY+=($(compgen -W "$(_plumb_names "$kind")" -- "${COMP_WORDS[COMP_CWORD]}"))
        fi
      }

      complete -F _plumb_complete -o default plumb
      """
        .formatted(reaching, valued, commands, kinds());
  }

  /** The options with a value that say which hub is meant, and as whom. */
  static Set<String> reaching(CommandLine plumb) {
    Set<String> names = new TreeSet<>();
    // A command that has no options but these.
    for (OptionSpec option : plumb.getSubcommands().get("resume").getCommandSpec().options()) {
      if (option.arity().max() > 0) {
        names.addAll(List.of(option.names()));
      }
    }
    return names;
  }

  private static String kinds() {
    return Arrays.stream(ShownKind.values())
        .flatMap(ShownKind::called)
        .collect(Collectors.joining("|"));
  }
}
