package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ReadsBackWhatItWroteTest {
  @Test
  void a_status_that_uses_every_field() {
    MapNode written = RecordWriter.write(Samples.full());

    var read = RecordReader.read(SyncStatus.class, TestJson.of(Json.write(written)), "status");

    assertThat(read).isEqualTo(Samples.full());
  }

  @Test
  void a_status_that_uses_none() {
    MapNode written = RecordWriter.write(SyncStatus.NONE);

    assertThat(written).isEqualTo(MapNode.EMPTY);
    assertThat(RecordReader.read(SyncStatus.class, written, "status")).isEqualTo(SyncStatus.NONE);
  }

  @Test
  void an_inventory_of_nothing_is_not_no_inventory() {
    var nothing = SyncStatus.NONE.withInventory(new SyncStatus.StoredInventory(null, null));

    MapNode written = RecordWriter.write(nothing);

    assertThat(Json.write(written)).isEqualTo("{\"inventory\":{}}");
    assertThat(RecordReader.read(SyncStatus.class, written, "status")).isEqualTo(nothing);
  }

  @Test
  void absent_fields_get_the_defaults_of_the_definition() {
    var spec = RecordReader.read(SyncSpec.class, TestJson.of(Samples.SYNC), "spec");

    assertThat(spec.prune()).isEqualTo(new SyncSpec.Prune(true, "20%", false, false, false, false));
    assertThat(spec.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(spec.retry())
        .isEqualTo(new SyncSpec.Retry(Duration.ofSeconds(1), Duration.ofMinutes(5)));
    assertThat(spec.waits()).isTrue();
    assertThat(spec.deletionPolicy()).isEqualTo(SyncSpec.DeletionPolicy.MIRROR_PRUNE);
    assertThat(spec.preflight()).isNull();
  }

  @Test
  void fields_of_a_newer_agent_are_left_alone() {
    var json = Samples.SYNC.replace("{\"source\"", "{\"adopt\":\"All\",\"source\"");

    var spec = RecordReader.read(SyncSpec.class, TestJson.of(json), "spec");

    assertThat(spec.source().branch()).isEqualTo("main");
  }
}
