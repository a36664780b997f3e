package dev.plumbline.apply;

import static dev.plumbline.apply.Samples.NOON;
import static dev.plumbline.apply.Samples.configMap;
import static dev.plumbline.apply.Samples.entry;
import static dev.plumbline.apply.Samples.live;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Meta;
import org.junit.jupiter.api.Test;

final class NamesWhoTookWhatTest {
  private static final String BOTH = "{\"f:spec\":{\"f:replicas\":{},\"f:paused\":{}}}";
  private static final String ONE = "{\"f:spec\":{\"f:paused\":{}}}";

  private final Samples.There object = live(configMap("web", "1"));

  @Test
  void names_the_manager_that_holds_the_field_now() {
    Meta drifted =
        object
            .owning(ONE)
            .meta(
                entry("kubectl", "Update", "scale", "{\"f:spec\":{\"f:replicas\":{}}}", NOON),
                entry("controller", "Update", "status", "{\"f:status\":{}}", NOON.plusSeconds(9)));

    var drift = Blame.drift(drifted, object.owning(BOTH).meta(), Marks.MANAGER, NOON).orElseThrow();

    assertThat(drift.sentence()).isEqualTo(".spec.replicas taken by \"kubectl (scale)\"");
    assertThat(drift.at()).isEqualTo(NOON);
  }

  @Test
  void blames_the_latest_writer_for_a_field_that_nobody_holds() {
    Meta drifted =
        object
            .owning(ONE)
            .meta(entry("kubectl-edit", "Update", "", "{\"f:metadata\":{}}", NOON.plusSeconds(9)));

    var drift = Blame.drift(drifted, object.owning(BOTH).meta(), Marks.MANAGER, NOON).orElseThrow();

    assertThat(drift.by()).isEqualTo("kubectl-edit");
  }

  @Test
  void an_entry_that_lost_nothing_is_no_drift() {
    assertThat(
            Blame.drift(object.owning(BOTH).meta(), object.owning(ONE).meta(), Marks.MANAGER, NOON))
        .isEmpty();
  }
}
