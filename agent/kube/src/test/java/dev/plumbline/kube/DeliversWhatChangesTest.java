package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.CONNECTION;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Observer.Seen;
import dev.plumbline.model.GroupKind;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DeliversWhatChangesTest {
  private static final String DEFINITIONS =
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

  private final String namespace = PLANE.namespace("watch");
  private final Observer observer = new Observer();

  @Test
  void lists_first_what_is_there_with_metadata_only() throws Exception {
    done(CLUSTER.apply(createOnly(configMap(namespace, "a"), "v")));

    try (var _ = watch("", false)) {
      assertThat(observer.next()).isEqualTo(new Seen.Listing());
      var observed = listed("a");
      assertThat(observed.body()).isEmpty();
      assertThat(observed.meta().apiVersion()).isEqualTo("v1");
      assertThat(observed.meta().appliedBy("plumbline")).isPresent();
      var listed = observer.await(Seen.Listed.class);
      assertThat(Long.parseLong(listed.resourceVersion()))
          .isGreaterThanOrEqualTo(Long.parseLong(observed.meta().resourceVersion()));
    }
  }

  @Test
  void delivers_bodies_without_managed_fields_where_they_are_asked_for() throws Exception {
    done(CLUSTER.apply(createOnly(configMap(namespace, "a"), "v")));

    try (var _ = watch("", true)) {
      var body = listed("a").body().orElseThrow();
      assertThat(body.text("data", "k")).contains("v");
      assertThat(body.at("metadata", "managedFields")).isEmpty();
    }
  }

  @Test
  void tells_of_what_others_do_and_who_they_are() throws Exception {
    var key = configMap(namespace, "a");
    var ours = done(CLUSTER.apply(createOnly(key, "v")));
    try (var _ = watch("", false)) {
      observer.await(Seen.Listed.class);

      PLANE.api().mergePatch(path("a") + "?fieldManager=kubectl-edit", "{\"data\":{\"k\":\"w\"}}");

      var meta = observer.nextChanged().meta();
      assertThat(meta.uid()).isEqualTo(ours.uid());
      assertThat(meta.appliedBy("plumbline")).isEmpty();
      assertThat(meta.managed()).extracting(ManagedEntry::who).contains("kubectl-edit");
    }
  }

  @Test
  void a_lost_label_looks_like_a_deletion_and_a_question_tells_them_apart() throws Exception {
    var key = configMap(namespace, "a");
    done(CLUSTER.apply(createOnly(key, "v")));
    PLANE.api().mergePatch(path("a"), "{\"metadata\":{\"labels\":{\"mine\":\"yes\"}}}");
    try (var _ = watch("mine=yes", false)) {
      observer.await(Seen.Listed.class);

      PLANE.api().mergePatch(path("a"), "{\"metadata\":{\"labels\":{\"mine\":null}}}");

      var deleted = observer.await(Seen.Deleted.class);
      assertThat(deleted.key()).isEqualTo(key);
      assertThat(CLUSTER.meta(key).orElseThrow().uid()).isEqualTo(deleted.uid());
    }
  }

  @Test
  void tells_of_deletions() throws Exception {
    var key = configMap(namespace, "a");
    var meta = done(CLUSTER.apply(createOnly(key, "v")));
    try (var _ = watch("", false)) {
      observer.await(Seen.Listed.class);

      PLANE.api().delete(path("a"));

      assertThat(observer.await(Seen.Deleted.class)).isEqualTo(new Seen.Deleted(key, meta.uid()));
      assertThat(CLUSTER.meta(key)).isEmpty();
    }
  }

  @Test
  void lets_go_of_the_stream_when_it_is_closed() throws Exception {
    long start = PLANE.audit().mark();
    watch("", false).close();
    try (var _ = watch("", false)) {
      observer.await(Seen.Listed.class);
    }

    String path = "/api/v1/namespaces/%s/configmaps?".formatted(namespace);
    Await.until(
        "the server has seen every watch end",
        () ->
            PLANE.audit().since(start, entry -> entry.uri().startsWith(path)).stream()
                    .mapToInt(entry -> entry.stage().equals("ResponseStarted") ? 1 : -1)
                    .sum()
                == 0);
  }

  @Test
  void says_why_a_kind_cannot_be_watched() throws Exception {
    var unknown = new ServedKind("acme.io", "v1", "Widget", "widgets", true, Set.of());

    try (var _ = CONNECTION.watches().open(unknown, "", "", false, observer)) {
      assertThat(observer.await(Seen.Interrupted.class).why())
          .isEqualTo("the watch on acme.io/Widget broke: 404 page not found");
    }
  }

  @Test
  void lists_anew_when_a_kind_comes_back_that_had_vanished() throws Exception {
    String group = ControlPlane.unique("vanish") + ".example.com";
    var widget = new ServedKind(group, "v1", "Widget", "widgets", true, Set.of());
    define(group);
    Await.until(
        "it is served", () -> PLANE.api().get("/apis/%s/v1/widgets".formatted(group)).good());
    try (var _ = CONNECTION.watches().open(widget, "", "", false, observer)) {
      observer.await(Seen.Listed.class);

      PLANE.api().delete(DEFINITIONS + "/widgets." + group);
      Await.until(
          "the watch found it gone",
          () -> observer.await(Seen.Interrupted.class).why().contains("404"));
      define(group);

      observer.await(Seen.Listing.class);
      observer.await(Seen.Listed.class);
    }
  }

  private static void define(String group) {
    var body =
        """
        {"metadata": {"name": "widgets.GROUP"},
         "spec": {"group": "GROUP", "scope": "Namespaced",
          "names": {"kind": "Widget", "plural": "widgets"},
          "versions": [{"name": "v1", "served": true, "storage": true, "schema":
           {"openAPIV3Schema": {"type": "object"}}}]}}"""
            .replace("GROUP", group);
    Await.until("it is defined", () -> PLANE.api().post(DEFINITIONS, body).good());
  }

  // Kubernetes puts a ConfigMap of its own into every namespace.
  private Watches.Observed listed(String name) throws InterruptedException {
    while (true) {
      var observed = observer.nextChanged();
      if (observed.meta().key().name().equals(name)) {
        return observed;
      }
    }
  }

  private Watches.Watch watch(String selector, boolean bodies) throws IOException {
    var kind = CLUSTER.discovery().find(new GroupKind("", "ConfigMap")).orElseThrow();
    return CONNECTION.watches().open(kind, namespace, selector, bodies, observer);
  }

  private String path(String name) {
    return "/api/v1/namespaces/%s/configmaps/%s".formatted(namespace, name);
  }
}
