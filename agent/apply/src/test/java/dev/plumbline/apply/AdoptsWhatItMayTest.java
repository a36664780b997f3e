package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.apply.Settings.Consent;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AdoptsWhatItMayTest {
  private final String namespace = OneSync.PLANE.namespace("adopt");
  private final OneSync sync = new OneSync();

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void nothing_unless_it_may() throws Exception {
    kubectl("create", "configmap", "a", "--from-literal=value=theirs");

    assertThat(sync.outcome(sync.push(configMap("mine")), "ConfigMap", "a").result())
        .isEqualTo(Result.CONFLICT);
    assertThat(value()).isEqualTo("theirs");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "label kustomize.toolkit.fluxcd.io/name=web",
        "label argocd.argoproj.io/instance=web",
        "annotate argocd.argoproj.io/tracking-id=web:/ConfigMap:x/a",
        "annotate meta.helm.sh/release-name=web",
        "annotate kubectl.kubernetes.io/last-applied-configuration={}"
      })
  void what_a_tool_made_where_labelled_is_enough(String mark) throws Exception {
    foreign("theirs");
    String[] how = mark.split(" ", 2);
    kubectl(how[0], "cm", "a", how[1], "--field-manager=tool");
    sync.settings = adopting(Adoption.LABELLED, Set.of());

    Applied applied = sync.push(configMap("mine"));

    assertThat(applied.complete()).isTrue();
    assertThat(value()).isEqualTo("mine");
    assertThat(applied.inventory().get(key()).orElseThrow().creating()).isFalse();
    assertThat(body().text("metadata", "annotations", "plumbline.dev/adopted")).isPresent();
    OneSync.pause();
    assertThat(sync.run().outcomes()).allMatch(outcome -> outcome.result() == Result.KEPT);
  }

  @Test
  void what_nobody_marked_only_where_all_is_said() throws Exception {
    foreign("theirs");
    sync.settings = adopting(Adoption.LABELLED, Set.of());
    assertThat(sync.push(configMap("mine")).complete()).isFalse();
    assertThat(value()).isEqualTo("theirs");

    sync.settings = adopting(Adoption.ALL, Set.of());

    assertThat(sync.run().complete()).isTrue();
    assertThat(value()).isEqualTo("mine");
  }

  @Test
  void never_what_another_sync_has() throws Exception {
    try (OneSync other = sync.beside("other")) {
      other.push(configMap("theirs"));
      sync.settings = adopting(Adoption.ALL, Set.of());

      Applied applied = sync.push(configMap("mine"));

      assertThat(sync.outcome(applied, "ConfigMap", "a").message()).contains("Sync", "other");
      assertThat(value()).isEqualTo("theirs");
    }
  }

  @Test
  void what_was_adopted_is_deleted_only_with_a_word() throws Exception {
    foreign("theirs");
    sync.settings = adopting(Adoption.ALL, Set.of());
    sync.push(configMap("mine"));

    Applied held = sync.push("");

    assertThat(sync.outcome(held, "ConfigMap", "a").held()).contains(Reason.NEEDS_CONSENT);
    assertThat(sync.there(key())).isPresent();
    sync.settings = adopting(Adoption.ALL, Set.of(Consent.ADOPTED));
    sync.run();
    assertThat(sync.there(key())).isEmpty();
  }

  @Test
  void nothing_is_written_to_what_the_server_refuses_to_change() throws Exception {
    OneSync.PLANE
        .api()
        .apply(
            path(),
            "tool",
            """
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"},
             "immutable": true, "data": {"value": "theirs"}}""");
    String version = body().text("metadata", "resourceVersion").orElseThrow();
    sync.settings = adopting(Adoption.ALL, Set.of());

    Applied applied = sync.push(configMap("mine"));

    assertThat(applied.complete()).isFalse();
    assertThat(body().text("metadata", "resourceVersion")).contains(version);
  }

  private static Settings adopting(Adoption adoption, Set<Consent> consents) {
    return new Settings(
        true,
        10,
        true,
        consents,
        Preflight.Mode.AUTO,
        false,
        false,
        new Claims(true, true, adoption));
  }

  private void foreign(String value) {
    OneSync.PLANE
        .api()
        .apply(
            path(),
            "tool",
            """
            {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"},
             "data": {"value": "%s"}}"""
                .formatted(value));
  }

  private String path() {
    return "/api/v1/namespaces/%s/configmaps/a".formatted(namespace);
  }

  private ObjectKey key() {
    return new ObjectKey("", "ConfigMap", namespace, "a");
  }

  private MapNode body() throws Exception {
    return sync.there(key()).orElseThrow();
  }

  private String value() throws Exception {
    return body().text("data", "value").orElseThrow();
  }

  private String configMap(String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a, namespace: %s}
        data: {value: "%s"}
        """
        .formatted(namespace, value);
  }

  private void kubectl(String... arguments) {
    var all = new ArrayList<>(List.of("-n", namespace));
    all.addAll(List.of(arguments));
    OneSync.PLANE.kubectl(all.toArray(String[]::new));
  }
}
