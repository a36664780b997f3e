package dev.plumbline.api.v1alpha1;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PruneAllowanceTest {
  @ParameterizedTest
  @CsvSource({
    "20%,0,10",
    "20%,50,10",
    "20%,300,60",
    "0%,300,10",
    "100%,300,300",
    "5,300,5",
    "0,300,0"
  })
  void a_percentage_never_means_fewer_than_ten_and_a_number_means_itself(
      String budget, int total, int expected) {
    var prune = new SyncSpec.Prune(true, budget, false, false, false, false);

    assertThat(prune.allowance(total)).isEqualTo(expected);
  }
}
