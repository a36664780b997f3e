package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.ReadSet;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

final class TellsWhatAChangeTouchesTest {
  private static final List<String> NAMES = List.of("a", "b", "c", "ab");

  @Property
  void from_either_side_it_is_the_same(
      @ForAll Random random,
      @ForAll @IntRange(max = 12) int changed,
      @ForAll @IntRange(max = 6) int read,
      @ForAll @IntRange(max = 3) int listed) {
    Set<String> paths = paths(random, changed);
    var lists = new HashSet<>(paths(random, listed));
    if (random.nextInt(20) == 0) {
      lists.add("");
    }
    var reads = new ReadSet(paths(random, read), lists);

    assertThat(new Changes.Paths(paths).touch(reads)).isEqualTo(reads.touchedByAny(paths));
  }

  @Test
  void nothing_touches_nothing() {
    var everything = new ReadSet(Set.of("a"), Set.of(""));

    assertThat(new Changes.Paths(Set.of()).touch(everything)).isFalse();
  }

  private static Set<String> paths(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> path(random))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static String path(Random random) {
    return IntStream.rangeClosed(0, random.nextInt(3))
        .mapToObj(i -> NAMES.get(random.nextInt(NAMES.size())))
        .collect(Collectors.joining("/"));
  }
}
