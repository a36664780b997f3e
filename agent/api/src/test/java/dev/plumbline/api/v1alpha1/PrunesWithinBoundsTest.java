package dev.plumbline.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.SyncSpec.Prune;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PrunesWithinBoundsTest {
  private static final int ALL = 1 << 5;

  @Test
  void nothing_is_allowed_that_not_both_allow() {
    for (int own = 0; own < ALL; own++) {
      for (int bound = 0; bound < ALL; bound++) {
        assertThat(words(prune(own, "10%").within(prune(bound, "50%"))))
            .isEqualTo(words(prune(own & bound, "10%")));
      }
    }
  }

  @Test
  void the_budget_is_its_own() {
    assertThat(prune(0, "10%").within(prune(0, "0")).budget()).isEqualTo("10%");
  }

  private static Prune prune(int bits, String budget) {
    List<Boolean> of = IntStream.range(0, 5).mapToObj(bit -> (bits >> bit & 1) == 1).toList();
    return new Prune(of.get(0), budget, of.get(1), of.get(2), of.get(3), of.get(4));
  }

  private static List<Boolean> words(Prune prune) {
    return List.of(
        prune.enabled(),
        prune.namespaces(),
        prune.persistentVolumeClaims(),
        prune.customResourceDefinitions(),
        prune.adopted());
  }
}
