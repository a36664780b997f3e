package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CutsInventoriesWhereTheyStayTest {
  @ParameterizedTest
  @ValueSource(ints = {101, 300, 5_000, 50_000})
  void loses_nothing_and_keeps_to_the_limits(int count) {
    var entries = Samples.entries(count);

    var chunks = Chunks.cut(entries);

    assertThat(chunks.stream().flatMap(List::stream)).containsExactlyElementsOf(entries);
    assertThat(chunks).allSatisfy(chunk -> assertThat(bytes(chunk)).isLessThan(512 * 1024));
    assertThat(chunks).hasSizeLessThanOrEqualTo(1 + bytes(entries) / (128 * 1024));
  }

  @Test
  void cuts_entries_that_never_end_a_chunk_by_their_bytes() {
    var same = IntStream.range(0, 2_000).mapToObj(i -> "x".repeat(1024)).toList();

    assertThat(Chunks.cut(same)).hasSize(4);
  }

  @Test
  void a_change_in_the_middle_leaves_most_chunks_as_they_are() {
    var entries = Samples.entries(50_000);
    var changed = new ArrayList<>(entries);
    changed.remove(20_000);
    changed.set(30_000, changed.get(30_000) + "|deleting");

    Set<Object> fresh = new HashSet<>(digests(changed));
    fresh.removeAll(new HashSet<>(digests(entries)));

    assertThat(Chunks.cut(entries)).hasSizeGreaterThan(30);
    assertThat(fresh).hasSizeLessThanOrEqualTo(4);
  }

  private static List<?> digests(List<String> entries) {
    return Chunks.cut(entries).stream().map(Chunks::digest).toList();
  }

  private static int bytes(List<String> entries) {
    return entries.stream().mapToInt(e -> e.getBytes(StandardCharsets.UTF_8).length).sum();
  }
}
