package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.Discovery;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.Digest128;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PrunesNothingOfAnAbsentGroupTest {
  // A dead aggregated API makes discovery stale, and namespaces undeletable, for everybody else.
  private static final ControlPlane OWN = ControlPlane.own();
  private static final String DEAD =
      """
      apiVersion: apiregistration.k8s.io/v1
      kind: APIService
      metadata: {name: v1.dead.example}
      spec:
        group: dead.example
        version: v1
        groupPriorityMinimum: 100
        versionPriority: 10
        service: {name: nowhere, namespace: default}
      """;

  private final OneSync sync = OneSync.on(OWN);

  @AfterEach
  void close() {
    sync.close();
  }

  @AfterAll
  static void stop() {
    OWN.close();
  }

  @Test
  void an_object_of_a_group_whose_server_is_away_stays_recorded() throws Exception {
    OWN.kubectlWith(DEAD, "apply", "-f", "-");
    var key = new ObjectKey("dead.example", "Gauge", "default", "g");
    sync.inventory = Inventory.of(List.of(entry(key, "some-uid")));
    var discovery = sync.cluster.discovery();

    Applied applied = sync.run();

    Outcome outcome = sync.outcome(applied, "Gauge", "g");
    assertThat(outcome.result()).isEqualTo(Result.FAILED);
    assertThat(outcome.reason()).isEqualTo(Reason.STALE_DISCOVERY);
    assertThat(applied.inventory().get(key)).isPresent();
    assertThat(discovery.serves("dead.example")).isFalse();

    OWN.kubectl("delete", "apiservice", "v1.dead.example");
    discovery.invalidate();
    Await.until(
        "nobody registers the group any more",
        () -> {
          discovery.invalidate();
          return sync.run().inventory().isEmpty();
        });
  }

  @Test
  void a_group_that_discovery_does_not_mention_is_away_as_long_as_somebody_registers_it()
      throws Exception {
    OWN.kubectlWith(DEAD, "apply", "-f", "-");
    var gauge = new ObjectKey("dead.example", "Gauge", "default", "g");
    var meter = new ObjectKey("unknown.example", "Meter", "default", "m");
    sync.inventory = Inventory.of(List.of(entry(gauge, "uid-1"), entry(meter, "uid-2")));
    sync.cluster.discover(new WithoutStaleGroups(sync.cluster.discovery()));

    Applied applied = sync.run();

    assertThat(applied.inventory().entries()).extracting(Entry::key).containsExactly(gauge);
    assertThat(sync.outcome(applied, "Gauge", "g").reason()).isEqualTo(Reason.STALE_DISCOVERY);
    OWN.kubectl("delete", "apiservice", "v1.dead.example");
  }

  /** A server that has just started and does not list all groups yet. */
  private record WithoutStaleGroups(Discovery discovery) implements Discovery {
    @Override
    public Optional<ServedKind> find(String apiVersion, String kind) throws IOException {
      return discovery.find(apiVersion, kind);
    }

    @Override
    public Optional<ServedKind> find(GroupKind kind) throws IOException {
      return discovery.find(kind);
    }

    @Override
    public boolean serves(String group) {
      return false;
    }

    @Override
    public boolean registers(String group) throws IOException {
      return discovery.registers(group);
    }

    @Override
    public Set<String> staleGroups() {
      return Set.of();
    }

    @Override
    public void invalidate() {
      discovery.invalidate();
    }
  }

  @Test
  void an_object_whose_definition_was_deleted_went_with_it() throws Exception {
    String two = definition("widgets", "Widget") + "---\n" + definition("gadgets", "Gadget");
    OWN.kubectlWith(two, "apply", "-f", "-");
    OWN.kubectl(
        "wait",
        "--for=condition=Established",
        "crd/widgets.acme.example",
        "crd/gadgets.acme.example");
    String both = custom("Widget") + "---\n" + custom("Gadget");
    Await.until(
        "both kinds are served",
        () -> {
          sync.cluster.discovery().invalidate();
          return sync.push(both).complete();
        });

    OWN.kubectl("delete", "crd", "widgets.acme.example");
    Await.until(
        "one kind is served no more",
        () -> {
          sync.cluster.discovery().invalidate();
          return sync.cluster.discovery().find("acme.example/v1", "Widget").isEmpty();
        });
    Applied applied = sync.push(custom("Gadget"));

    assertThat(applied.complete()).isTrue();
    assertThat(applied.inventory().entries())
        .extracting(entry -> entry.key().kind())
        .containsExactly("Gadget");
    assertThat(OWN.kubectl("get", "gadget", "w", "-o", "name")).contains("gadget.acme.example/w");
    assertThat(
            OneSync.connect(OWN.kubeconfig())
                .as(new Identity.Agent())
                .discovery()
                .serves("acme.example"))
        .isTrue();
  }

  private static Entry entry(ObjectKey key, String uid) {
    return new Entry(key, "v1", uid, new Digest128(1, 2), Optional.empty(), false, false);
  }

  private static String definition(String plural, String kind) {
    return """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %s.acme.example}
        spec:
          group: acme.example
          scope: Namespaced
          names: {plural: %s, kind: %s}
          versions:
          - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
        """
        .formatted(plural, plural, kind);
  }

  private static String custom(String kind) {
    return """
        apiVersion: acme.example/v1
        kind: %s
        metadata: {name: w, namespace: default}
        """
        .formatted(kind);
  }
}
