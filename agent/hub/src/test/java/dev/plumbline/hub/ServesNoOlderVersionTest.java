package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.SyncStatus.Phase;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Watches.Observed;
import dev.plumbline.kube.Watches.WatchSink;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServesNoOlderVersionTest {
  private static final Name WEB = new Name("acme", "web");

  private final HubObjects<SyncSpec, SyncStatus> syncs =
      new HubObjects<>(HubKind.SYNC, Metrics.none());
  private final WatchSink watch = syncs.sink();
  private final List<Name> told = new ArrayList<>();

  @BeforeEach
  void listen() {
    syncs.onChange(told::add);
  }

  @Test
  void what_was_written_is_served_before_its_event_and_not_replaced_by_earlier_ones() {
    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));
    var written = found(sync("12", "u1", Samples.SYNC, Phase.READY));

    syncs.learn(written);
    watch.changed(sync("11", "u1", Samples.SYNC, Phase.APPLYING));

    assertThat(syncs.get(WEB)).contains(written);
  }

  @Test
  void a_status_of_our_own_is_no_news_whichever_comes_first() {
    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));
    var event = sync("11", "u1", Samples.SYNC, Phase.READY);
    told.clear();

    syncs.willWrite(WEB, found(event).status());
    watch.changed(event);
    syncs.learn(found(event));
    syncs.wrote(WEB);

    assertThat(told).isEmpty();
    assertThat(syncs.get(WEB).orElseThrow().resourceVersion()).isEqualTo("11");
  }

  @Test
  void a_status_somebody_else_wrote_is_news() {
    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));
    told.clear();

    watch.changed(sync("11", "u1", Samples.SYNC, Phase.FAILED));

    assertThat(told).containsExactly(WEB);
  }

  @Test
  void a_change_that_the_writer_found_first_is_still_told() {
    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));
    told.clear();
    var edited = sync("11", "u1", Samples.SYNC.replace("main", "prod"), Phase.PENDING);

    syncs.learn(found(edited));
    watch.changed(edited);

    assertThat(told).containsExactly(WEB);
  }

  @Test
  void what_a_new_list_does_not_mention_is_gone() {
    watch.listing();
    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));
    watch.listed("9");
    told.clear();

    watch.listing();
    assertThat(syncs.get(WEB)).isPresent();
    watch.listed("9");

    assertThat(syncs.get(WEB)).isEmpty();
    assertThat(told).containsExactly(WEB);
  }

  @Test
  void a_late_deletion_does_not_take_the_object_made_anew() {
    watch.changed(sync("20", "u2", Samples.SYNC, Phase.PENDING));

    watch.deleted(HubKind.SYNC.key(WEB), "u1");

    assertThat(syncs.get(WEB)).isPresent();
  }

  @Test
  void a_write_brings_no_deleted_object_back() {
    var object = sync("10", "u1", Samples.SYNC, Phase.PENDING);
    watch.changed(object);
    watch.deleted(HubKind.SYNC.key(WEB), "u1");

    syncs.learn(found(sync("11", "u1", Samples.SYNC, Phase.READY)));

    assertThat(syncs.lookup(WEB)).isInstanceOf(Lookup.Absent.class);
  }

  @Test
  void an_object_that_cannot_be_read_is_neither_there_nor_absent() {
    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));

    watch.changed(sync("11", "u1", "{\"path\":7}", Phase.PENDING));

    assertThat(syncs.get(WEB)).isEmpty();
    assertThat(syncs.malformed())
        .extracting(Lookup.Malformed::sentence)
        .containsExactly("Sync acme/web cannot be used: spec.source is missing");
    watch.changed(sync("12", "u1", Samples.SYNC, Phase.PENDING));
    assertThat(syncs.get(WEB)).isPresent();
    assertThat(syncs.malformed()).isEmpty();
  }

  @Test
  void an_object_that_cannot_be_read_tells_what_it_said_before() {
    SyncSpec last = found(sync("10", "u1", Samples.SYNC, Phase.PENDING)).spec();
    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));

    watch.changed(sync("11", "u1", "{\"path\":7}", Phase.PENDING));
    watch.changed(sync("12", "u1", "{\"path\":8}", Phase.PENDING));
    assertThat(syncs.malformed())
        .extracting(Lookup.Malformed::last)
        .containsExactly(Optional.of(last));

    watch.changed(sync("13", "u2", "{\"path\":8}", Phase.PENDING));
    assertThat(syncs.malformed())
        .extracting(Lookup.Malformed::last)
        .containsExactly(Optional.empty());
  }

  @Test
  void a_listener_that_fails_stops_neither_the_watch_nor_the_others() {
    syncs.onChange(
        name -> {
          throw new IllegalStateException("broken");
        });
    var second = new ArrayList<Name>();
    syncs.onChange(second::add);

    watch.changed(sync("10", "u1", Samples.SYNC, Phase.PENDING));

    assertThat(second).containsExactly(WEB);
  }

  @Test
  void is_synced_after_the_first_whole_list() throws InterruptedException {
    watch.listing();
    assertThat(syncs.awaitSynced(Duration.ZERO)).isFalse();
    watch.listed("9");

    assertThat(syncs.awaitSynced(Duration.ZERO)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "10,9,true",
    "9,10,false",
    "10,10,false",
    "11,10,true",
    "18446744073709551617,99,true",
    "abc,abd,true",
    "abc,abc,false",
    "10,'',true"
  })
  void versions_are_numbers_that_grow_or_strings_that_differ(
      String version, String than, boolean newer) {
    assertThat(Versions.newer(version, than)).isEqualTo(newer);
  }

  private static HubObject<SyncSpec, SyncStatus> found(Observed observed) {
    var found =
        (Lookup.Found<SyncSpec, SyncStatus>) HubKind.SYNC.read(observed.body().orElseThrow());
    return found.object();
  }

  private static Observed sync(String version, String uid, String spec, Phase phase) {
    MapNode body =
        TestJson.of(
                """
                {"metadata":{"namespace":"acme","name":"web","uid":"%s","resourceVersion":"%s",
                 "generation":1,"creationTimestamp":"2026-11-30T12:00:00Z"},"spec":%s}"""
                    .formatted(uid, version, spec))
            .with("status", RecordWriter.write(Samples.status(phase)));
    var key = new ObjectKey("plumbline.dev", "Sync", "acme", "web");
    var meta =
        new Meta(
            key,
            "plumbline.dev/v1alpha1",
            uid,
            version,
            1,
            Instant.EPOCH,
            false,
            List.of(),
            Map.of(),
            Map.of(),
            List.of());
    return new Observed(meta, Optional.of(body));
  }
}
