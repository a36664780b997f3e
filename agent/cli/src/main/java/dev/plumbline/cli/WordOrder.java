package dev.plumbline.cli;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Options before the command mean what they mean behind it, as with kubectl: {@code plumb -n x
 * get}.
 */
final class WordOrder {
  private final Set<String> commands;
  private final Map<String, Boolean> options = new HashMap<>();

  /**
   * @param commands all there are
   */
  WordOrder(List<Class<?>> commands) {
    this.commands =
        commands.stream()
            .map(command -> command.getAnnotation(Command.class).name())
            .collect(Collectors.toSet());
    commands.forEach(this::read);
  }

  // Without picocli, which takes as long for all commands as most of them run.
  private void read(Class<?> type) {
    for (Field field : type.getDeclaredFields()) {
      Option option = field.getAnnotation(Option.class);
      if (option != null) {
        boolean takesValue = field.getType() != boolean.class;
        Arrays.asList(option.names()).forEach(name -> options.put(name, takesValue));
      } else if (field.isAnnotationPresent(Mixin.class)
          || field.isAnnotationPresent(ArgGroup.class)) {
        read(field.getType());
      }
    }
  }

  /** The command first; as they are where none is found behind the options. */
  String[] commandFirst(String... words) {
    int at = 0;
    while (at < words.length && words[at].startsWith("-")) {
      at += options.getOrDefault(words[at], false) ? 2 : 1;
    }
    if (at == 0 || at >= words.length || !commands.contains(words[at])) {
      return words;
    }
    var ordered = new ArrayList<String>(List.of(words[at]));
    ordered.addAll(Arrays.asList(words).subList(0, at));
    ordered.addAll(Arrays.asList(words).subList(at + 1, words.length));
    return ordered.toArray(String[]::new);
  }
}
