package dev.plumbline.api.schema;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the constants of an enum are written in the API. */
public final class Words {
  private Words() {}

  /** {@code MIRROR_PRUNE} is written {@code MirrorPrune}. */
  public static String of(Enum<?> constant) {
    return Arrays.stream(constant.name().split("_"))
        .map(part -> part.charAt(0) + part.substring(1).toLowerCase(Locale.ROOT))
        .collect(Collectors.joining());
  }
}
