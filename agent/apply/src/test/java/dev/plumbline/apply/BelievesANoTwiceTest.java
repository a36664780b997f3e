package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Outcome.Result;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Clock;
import dev.plumbline.testkit.FaultProxy;
import dev.plumbline.testkit.FaultProxy.Fault;
import dev.plumbline.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The API server learns of new rules and kinds a little later than it stores them. */
final class BelievesANoTwiceTest {
  private static final String FORBIDDEN =
      """
      {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,
       "message":"configmaps \\"a\\" is forbidden: User \\"x\\" cannot patch resource \\"configmaps\\"",
       "details":{"name":"a","kind":"configmaps"}}
      """;

  private final String namespace = OneSync.PLANE.namespace("grace");
  private final String role =
      """
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: r, namespace: %s}
      rules: []
      """
          .formatted(namespace);
  private final String configMap =
      """
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: a, namespace: %s}
      """
          .formatted(namespace);

  @Test
  void a_no_of_rbac_right_after_rules_were_applied_may_pass() throws Exception {
    var clock = new ManualClock();
    try (var proxy = FaultProxy.before(OneSync.PLANE);
        var connection = OneSync.connect(proxy.kubeconfig());
        var sync = OneSync.with(connection, OneSync.watches(), clock)) {
      sync.push(role);
      proxy.always(sent -> sent.uri().contains("/configmaps/"), new Fault.Answers(403, FORBIDDEN));

      Outcome soon = sync.outcome(sync.push(role + configMap), "ConfigMap", "a");
      clock.advance(Duration.ofSeconds(31));
      Outcome later = sync.outcome(sync.run(), "ConfigMap", "a");

      assertThat(soon.cause()).contains(Refusal.Cause.FORBIDDEN);
      assertThat(soon.result()).isEqualTo(Result.FAILED);
      assertThat(soon.retryable()).isTrue();
      assertThat(later.result()).isEqualTo(Result.DENIED);
      assertThat(later.retryable()).isFalse();
    }
  }

  @Test
  void an_unknown_kind_right_after_a_definition_was_applied_may_come() throws Exception {
    try (var sync = OneSync.with(Clock.system())) {
      Outcome before = sync.outcome(sync.push(custom()), "Widget", "w");
      sync.live.powersChanged(sync.clock.now());
      Outcome after = sync.outcome(sync.run(), "Widget", "w");

      assertThat(before.result()).isEqualTo(Result.DENIED);
      assertThat(after.result()).isEqualTo(Result.FAILED);
    }
  }

  private String custom() {
    return """
        apiVersion: nowhere.example/v1
        kind: Widget
        metadata: {name: w, namespace: %s}
        """
        .formatted(namespace);
  }
}
