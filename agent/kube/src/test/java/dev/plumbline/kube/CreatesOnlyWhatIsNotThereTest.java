package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.configMap;
import static dev.plumbline.kube.Live.createOnly;
import static dev.plumbline.kube.Live.done;
import static dev.plumbline.kube.Live.json;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.testkit.AuditLog;
import dev.plumbline.testkit.ControlPlane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

final class CreatesOnlyWhatIsNotThereTest {

  @Test
  void creates_where_nothing_is() throws Exception {
    var key = configMap(PLANE.namespace("create"), "a");

    var meta = done(CLUSTER.apply(createOnly(key, "v")));

    assertThat(meta.key()).isEqualTo(key);
    assertThat(meta.apiVersion()).isEqualTo("v1");
    assertThat(meta.uid()).isNotEmpty();
    assertThat(meta.appliedBy("plumbline").orElseThrow().fields().paths()).contains(".data.k");
    assertThat(CLUSTER.get(key).orElseThrow().text("data", "k")).contains("v");
  }

  @Test
  void leaves_alone_what_is_there() throws Exception {
    var key = configMap(PLANE.namespace("create"), "a");
    done(CLUSTER.apply(createOnly(key, "theirs")));

    var refusal = refused(CLUSTER.apply(createOnly(key, "ours")));

    assertThat(refusal.cause()).isEqualTo(Cause.EXISTS);
    assertThat(CLUSTER.get(key).orElseThrow().text("data", "k")).contains("theirs");
  }

  @Test
  void says_in_a_dry_run_what_would_happen() throws Exception {
    var namespace = PLANE.namespace("create");
    var there = configMap(namespace, "there");
    var absent = configMap(namespace, "absent");
    done(CLUSTER.apply(createOnly(there, "v")));

    var refusal = refused(CLUSTER.apply(createOnly(there, "w").asDryRun()));
    done(CLUSTER.apply(createOnly(absent, "w").asDryRun()));

    assertThat(refusal.cause()).isEqualTo(Cause.EXISTS);
    assertThat(CLUSTER.meta(absent)).isEmpty();
  }

  @Test
  void creates_cluster_scoped_objects_once() {
    var key = new ObjectKey("", "Namespace", "", ControlPlane.unique("create"));
    var body =
        json(
            "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}"
                .formatted(key.name()));
    var request = ApplyRequest.createOnly(key, body, "plumbline");

    done(CLUSTER.apply(request));
    var again = refused(CLUSTER.apply(request));

    assertThat(again.cause()).isEqualTo(Cause.EXISTS);
  }

  @Test
  void lets_one_of_many_racers_win() throws Exception {
    var key = configMap(PLANE.namespace("race"), "prize");

    var answers = new ArrayList<Answer>();
    try (var racers = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks = new ArrayList<Callable<Answer>>();
      for (int racer = 0; racer < 6; racer++) {
        var request = createOnly(key, "racer " + racer);
        tasks.add(() -> CLUSTER.apply(request));
      }
      for (Future<Answer> answer : racers.invokeAll(tasks)) {
        answers.add(answer.get());
      }
    }

    assertThat(answers).filteredOn(Answer.Done.class::isInstance).hasSize(1);
    assertThat(answers)
        .filteredOn(Answer.Refused.class::isInstance)
        .allSatisfy(answer -> assertThat(refused(answer).cause()).isEqualTo(Cause.EXISTS))
        .hasSize(5);
  }

  @Test
  void proves_the_guard_once_per_version_and_then_sends_one_request() {
    var namespace = PLANE.namespace("proof");
    try (var connection = Live.open(PLANE)) {
      var cluster = connection.as(new Identity.Agent());
      long start = PLANE.audit().mark();
      done(cluster.apply(createOnly(configMap(namespace, "first"), "v")));
      done(cluster.apply(createOnly(configMap(namespace, "second"), "v")));

      assertThat(verbsOn(start, namespace, "first")).containsExactly("get", "patch", "patch");
      assertThat(verbsOn(start, namespace, "second")).containsExactly("patch");
    }
  }

  @Test
  void proves_it_once_however_many_are_created_at_the_same_time() throws Exception {
    var namespace = PLANE.namespace("proof");
    try (var connection = Live.open(PLANE);
        var creators = Executors.newVirtualThreadPerTaskExecutor()) {
      var cluster = connection.as(new Identity.Agent());
      long start = PLANE.audit().mark();
      var tasks = new ArrayList<Callable<Answer>>();
      for (int number = 0; number < 20; number++) {
        var request = createOnly(configMap(namespace, "one-" + number), "v");
        tasks.add(() -> cluster.apply(request));
      }
      for (Future<Answer> answer : creators.invokeAll(tasks)) {
        done(answer.get());
      }

      String path = "/namespaces/%s/configmaps/one-".formatted(namespace);
      assertThat(PLANE.audit().since(start, entry -> entry.uri().contains(path)))
          .extracting(AuditLog.Entry::verb)
          .filteredOn(verb -> !verb.equals("watch"))
          .hasSize(20 + 2)
          .containsOnlyOnce("get");
    }
  }

  private static List<String> verbsOn(long mark, String namespace, String name) {
    String path = "/namespaces/%s/configmaps/%s?".formatted(namespace, name);
    return PLANE.audit().since(mark, entry -> entry.uri().contains(path)).stream()
        .map(entry -> entry.verb())
        .toList();
  }
}
