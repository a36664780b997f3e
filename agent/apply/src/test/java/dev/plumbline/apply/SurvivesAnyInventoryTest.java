package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Whatever stands in the inventory of a status, it is understood or refused in a sentence: never
 * half of it, and never as another one. What is understood is packed and unpacked to the same.
 */
public final class SurvivesAnyInventoryTest {
  private static final Duration BOUND = Duration.ofSeconds(5);

  @FuzzTest
  void is_understood_or_refused(byte[] bytes) {
    var lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    long start = System.nanoTime();

    unpacked(lines)
        .ifPresent(
            inventory -> assertThat(Inventory.unpack(inventory.packed())).isEqualTo(inventory));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  private static Optional<Inventory> unpacked(List<String> lines) {
    try {
      return Optional.of(Inventory.unpack(lines));
    } catch (IllegalArgumentException e) {
      assertThat(e.getMessage()).startsWith("inventory entry '").contains("cannot be read: ");
      return Optional.empty();
    }
  }
}
