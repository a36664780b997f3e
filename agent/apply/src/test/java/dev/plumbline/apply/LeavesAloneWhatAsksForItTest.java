package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class LeavesAloneWhatAsksForItTest {
  private static final String IF_ABSENT = "plumbline.dev/apply: if-absent";
  private static final String IGNORE = "plumbline.dev/apply: ignore";

  private final String namespace = OneSync.PLANE.namespace("leave");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void if_absent_creates_once_and_then_neither_changes_nor_repairs() throws Exception {
    sync.push(configMap("a", "1", IF_ABSENT));
    kubectl("patch", "cm", "a", "-p", "{\"data\":{\"value\":\"theirs\"}}");
    sync.cluster.forget();

    Applied applied = sync.push(configMap("a", "2", IF_ABSENT));

    assertThat(applied.complete()).isTrue();
    assertThat(sync.outcome(applied, "ConfigMap", "a").message()).contains("left alone", IF_ABSENT);
    assertThat(sync.cluster.requests()).isEmpty();
    assertThat(value("a")).isEqualTo("theirs");
    OneSync.pause();
    assertThat(sync.woken).as("by what was left alone").isEmpty();
  }

  @Test
  void if_absent_creates_again_what_was_deleted_and_prunes_what_left_git() throws Exception {
    sync.push(configMap("a", "1", IF_ABSENT) + configMap("b", "1", ""));
    kubectl("delete", "cm", "a");
    sync.awakened();
    assertThat(value("a")).isEqualTo("1");

    sync.push(configMap("b", "1", ""));

    assertThat(sync.there(key("a"))).isEmpty();
  }

  @Test
  void if_absent_is_content_with_an_object_of_somebody_else() throws Exception {
    kubectl("create", "configmap", "a", "--from-literal=value=theirs");

    Applied applied = sync.push(configMap("a", "1", IF_ABSENT));

    assertThat(applied.complete()).isTrue();
    assertThat(applied.inventory().isEmpty()).isTrue();
    assertThat(sync.push("").complete()).isTrue();
    assertThat(value("a")).isEqualTo("theirs");
  }

  @Test
  void without_the_annotation_the_object_is_ours_again() throws Exception {
    sync.push(configMap("a", "1", IF_ABSENT));

    sync.push(configMap("a", "2", ""));

    assertThat(value("a")).isEqualTo("2");
  }

  @Test
  void ignore_sends_nothing_whether_it_is_there_or_not() throws Exception {
    sync.push(configMap("a", "1", ""));
    sync.cluster.forget();

    Applied applied = sync.push(configMap("a", "2", IGNORE) + configMap("b", "1", IGNORE));

    assertThat(applied.complete()).isTrue();
    assertThat(sync.cluster.requests()).isEmpty();
    assertThat(applied.inventory().entries()).extracting(Entry::key).containsExactly(key("a"));
    kubectl("delete", "cm", "a");
    OneSync.pause();
    assertThat(sync.run().complete()).isTrue();
    assertThat(sync.there(key("a"))).isEmpty();
  }

  @Test
  void a_person_who_annotates_the_live_object_is_heard_until_he_takes_it_back() throws Exception {
    sync.push(configMap("a", "1", ""));
    kubectl("annotate", "cm", "a", "plumbline.dev/apply=ignore");
    sync.awakened();
    kubectl("patch", "cm", "a", "-p", "{\"data\":{\"value\":\"theirs\"}}");
    Applied left = sync.push(configMap("a", "2", ""));
    assertThat(sync.outcome(left, "ConfigMap", "a").message()).contains(IGNORE);
    assertThat(value("a")).isEqualTo("theirs");
    OneSync.pause();
    sync.woken.clear();

    kubectl("annotate", "cm", "a", "plumbline.dev/apply-");
    sync.awakened();

    assertThat(value("a")).isEqualTo("2");
  }

  @Test
  void a_wrong_value_and_a_hook_hold_back_that_object_only() throws Exception {
    Applied applied =
        sync.push(
            configMap("a", "1", "plumbline.dev/prune: disable")
                + configMap("b", "1", "argocd.argoproj.io/hook: PreSync")
                + configMap("c", "1", ""));

    Outcome wrong = sync.outcome(applied, "ConfigMap", "a");
    assertThat(wrong.result()).isEqualTo(Result.DENIED);
    assertThat(wrong.held()).contains(Reason.INVALID);
    assertThat(wrong.message())
        .isEqualTo("annotation plumbline.dev/prune is 'disable', expected disabled");
    assertThat(sync.outcome(applied, "ConfigMap", "b").held()).contains(Reason.UNSUPPORTED);
    assertThat(value("c")).isEqualTo("1");
    assertThat(sync.there(key("a"))).isEmpty();
    assertThat(sync.there(key("b"))).isEmpty();
  }

  @Test
  void a_prune_that_asks_for_a_word_waits_for_it() throws Exception {
    String confirm = "argocd.argoproj.io/sync-options: Prune=confirm";
    sync.push(configMap("a", "1", confirm) + configMap("b", "1", ""));

    Applied held = sync.push(configMap("b", "1", ""));

    assertThat(sync.outcome(held, "ConfigMap", "a").held()).contains(Reason.NEEDS_CONSENT);
    assertThat(sync.there(key("a"))).isPresent();
    sync.settings = Samples.confirmed();
    sync.run();
    assertThat(sync.there(key("a"))).isEmpty();
  }

  @Test
  void a_create_that_was_lost_is_recorded_as_ours() throws Exception {
    sync.push(configMap("a", "1", IF_ABSENT));
    Entry settled = sync.inventory.get(key("a")).orElseThrow();
    sync.inventory = Inventory.EMPTY.with(settled.asArriving());

    try (OneSync again = sync.restarted()) {
      again.run();
      assertThat(again.inventory.get(key("a")))
          .get()
          .satisfies(
              entry -> {
                assertThat(entry.creating()).isFalse();
                assertThat(entry.uid()).isEqualTo(settled.uid());
              });
    }
  }

  private ObjectKey key(String name) {
    return new ObjectKey("", "ConfigMap", namespace, name);
  }

  private String value(String name) throws Exception {
    Await.until("ConfigMap " + name, () -> sync.there(key(name)).isPresent());
    return sync.there(key(name)).orElseThrow().text("data", "value").orElseThrow();
  }

  private String configMap(String name, String value, String annotation) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: %s
          namespace: %s
          annotations: {%s}
        data: {value: "%s"}
        ---
        """
        .formatted(name, namespace, annotation, value);
  }

  private void kubectl(String... arguments) {
    var all = new java.util.ArrayList<>(java.util.List.of("-n", namespace));
    all.addAll(java.util.List.of(arguments));
    OneSync.PLANE.kubectl(all.toArray(String[]::new));
  }
}
