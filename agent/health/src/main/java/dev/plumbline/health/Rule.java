package dev.plumbline.health;

import java.util.Arrays;
import java.util.List;

/**
 * How one kind tells its health.
 *
 * @param reads the fields it looks at, beside the metadata and conditions every rule may use
 */
record Rule(Assessment assessment, List<List<String>> reads) {

  /** The table of one kind; asked only once its controller has seen the generation. */
  @FunctionalInterface
  interface Assessment {
    Health of(Facts facts);
  }

  static Rule reading(Assessment assessment, String... paths) {
    return new Rule(
        assessment, Arrays.stream(paths).map(path -> List.of(path.split("\\."))).toList());
  }
}
