package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Drift.How;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.kube.Watches;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import dev.plumbline.yaml.Json;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FindsWhatNoEventToldTest {
  private static final Settings RESYNC =
      new Settings(true, 10, false, Set.of(), Preflight.Mode.AUTO, true, false);

  private final String namespace = OneSync.PLANE.namespace("resync");
  private final ObjectKey key = new ObjectKey("", "ConfigMap", namespace, "a");
  private final GoingBlind watches = new GoingBlind(OneSync.watches());
  private final OneSync sync = OneSync.with(OneSync.connection(), watches);

  @BeforeEach
  void deploy() throws Exception {
    sync.push(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: a, namespace: %s}
        data: {key: ours}
        """
            .formatted(namespace));
    // The server writes times of managedFields in whole seconds.
    Instant second = Instant.now().plusSeconds(1);
    Await.until("a second has passed", () -> Instant.now().isAfter(second));
    sync.settings = RESYNC;
    sync.cluster.forget();
  }

  @AfterEach
  void close() {
    sync.close();
  }

  @Test
  void a_resync_of_what_is_as_wanted_is_one_dry_run_each() throws Exception {
    Applied applied = sync.run();

    assertThat(applied.complete()).isTrue();
    assertThat(applied.drifts()).isEmpty();
    assertThat(sync.cluster.requests()).containsExactly("dry run " + key);
  }

  @Test
  void a_change_while_the_watch_was_blind_is_repaired_and_told_as_missed() throws Exception {
    watches.blind = true;
    OneSync.PLANE.kubectl(
        "-n", namespace, "patch", "configmap", "a", "-p", "{\"data\":{\"key\":\"theirs\"}}");
    OneSync.pause();

    Applied applied = sync.run();

    assertThat(value()).isEqualTo("ours");
    assertThat(applied.drifts())
        .singleElement()
        .satisfies(
            drift -> {
              assertThat(drift.how()).isEqualTo(How.MISSED);
              assertThat(drift.sentence())
                  .isEqualTo(".data.key taken by \"kubectl-patch\", and the watch did not tell");
            });
  }

  @Test
  void a_value_that_changed_while_our_entry_stayed_is_repaired_and_told_as_missed()
      throws Exception {
    // Two requests: between them it shows, so that nobody must look.
    watches.blind = true;
    forge();
    OneSync.pause();
    watches.blind = false;
    assertThat(value()).isEqualTo("theirs");

    Applied applied = sync.run();

    assertThat(value()).isEqualTo("ours");
    assertThat(applied.drifts())
        .singleElement()
        .satisfies(
            drift -> {
              assertThat(drift.how()).isEqualTo(How.MISSED);
              assertThat(drift.sentence()).contains("by somebody who writes managedFields");
            });
    assertThat(sync.run().drifts()).isEmpty();
  }

  /** A value is changed, and managedFields are written as if nothing had happened. */
  private void forge() {
    String path = "/api/v1/namespaces/%s/configmaps/a".formatted(namespace);
    var api = OneSync.PLANE.api();
    var before = api.get(path).json();
    api.mergePatch(path + "?fieldManager=evil", "{\"data\":{\"key\":\"theirs\"}}");
    var patch =
        "[{\"op\":\"replace\",\"path\":\"/metadata/managedFields\",\"value\":%s}]"
            .formatted(Json.write(before.at("metadata", "managedFields").orElseThrow()));
    var reply =
        api.request("PATCH", path + "?fieldManager=evil", patch, "application/json-patch+json");
    assertThat(reply.good()).as(reply.body()).isTrue();
  }

  @Test
  void what_the_server_would_refuse_now_is_told() throws Exception {
    OneSync.PLANE.kubectlWith(
        """
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicy
        metadata: {name: NS}
        spec:
          failurePolicy: Fail
          matchConstraints:
            namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: NS}}
            resourceRules:
            - {apiGroups: [""], apiVersions: [v1], operations: [UPDATE], resources: [configmaps]}
          validations:
          - {expression: "false", message: no longer allowed here}
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: ValidatingAdmissionPolicyBinding
        metadata: {name: NS}
        spec: {policyName: NS, validationActions: [Deny]}
        """
            .replace("NS", namespace),
        "apply",
        "-f",
        "-");

    Outcome outcome =
        Await.value(
            "the resync has noticed",
            () ->
                Optional.of(sync.outcome(sync.run(), "ConfigMap", "a"))
                    .filter(end -> end.result() == Result.DENIED));

    assertThat(outcome.reason()).isEqualTo(Reason.INVALID);
    assertThat(outcome.message()).contains("no longer allowed here");
  }

  private String value() throws Exception {
    return sync.there(key).orElseThrow().text("data", "key").orElse("");
  }

  /** Watches that stop telling anything, without any sign. */
  private static final class GoingBlind implements Watches {
    private final Watches watches;
    private volatile boolean blind;

    GoingBlind(Watches watches) {
      this.watches = watches;
    }

    @Override
    public Watch open(
        ServedKind kind, String namespace, String selector, boolean bodies, WatchSink sink) {
      return watches.open(
          kind,
          namespace,
          selector,
          bodies,
          new WatchSink() {
            @Override
            public void listing() {
              tell(sink::listing);
            }

            @Override
            public void changed(Observed object) {
              tell(() -> sink.changed(object));
            }

            @Override
            public void listed(String resourceVersion) {
              tell(() -> sink.listed(resourceVersion));
            }

            @Override
            public void deleted(ObjectKey gone, String uid) {
              tell(() -> sink.deleted(gone, uid));
            }

            @Override
            public void interrupted(String why) {
              tell(() -> sink.interrupted(why));
            }
          });
    }

    private void tell(Runnable news) {
      if (!blind) {
        news.run();
      }
    }
  }
}
