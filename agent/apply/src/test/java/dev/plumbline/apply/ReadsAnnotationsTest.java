package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Wishes.Mode;
import dev.plumbline.apply.Wishes.Objection;
import dev.plumbline.model.ObjectKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of the table on the page about annotations. */
final class ReadsAnnotationsTest {
  private static final String ARGO = "argocd.argoproj.io/";
  private static final String FLUX = "kustomize.toolkit.fluxcd.io/";

  @ParameterizedTest
  @CsvSource({
    "plumbline.dev/apply, merge, MERGE",
    "plumbline.dev/apply, if-absent, IF_ABSENT",
    "plumbline.dev/apply, ignore, IGNORE",
    "kustomize.toolkit.fluxcd.io/ssa, Override, WHOLE",
    "kustomize.toolkit.fluxcd.io/ssa, merge, WHOLE",
    "kustomize.toolkit.fluxcd.io/ssa, IfNotPresent, IF_ABSENT",
    "kustomize.toolkit.fluxcd.io/ssa, IGNORE, IGNORE",
    "kustomize.toolkit.fluxcd.io/reconcile, disabled, IGNORE",
    "kustomize.toolkit.fluxcd.io/reconcile, enabled, WHOLE",
    "argocd.argoproj.io/hook, Skip, IGNORE",
    "helm.sh/hook, test, IGNORE",
    "helm.sh/hook, 'test-success, post-rollback', IGNORE",
    "helm.sh/hook, crd-install, WHOLE",
    "client.lifecycle.config.k8s.io/mutation, ignore, IF_ABSENT"
  })
  void how_far_an_object_is_ours(String name, String value, Mode mode) {
    Wishes wishes = annotated(name, value);

    assertThat(wishes.mode()).isEqualTo(mode);
    assertThat(wishes.because())
        .isEqualTo(mode == Mode.WHOLE ? "" : "%s: %s".formatted(name, value));
    assertThat(wishes.objection()).isEmpty();
    assertThat(wishes.remarks()).isEmpty();
  }

  @Test
  void the_merge_of_flux_keeps_what_others_add() {
    assertThat(annotated(FLUX + "ssa", "Merge").additionsStay()).isTrue();
    assertThat(annotated(FLUX + "ssa", "Override").additionsStay()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "plumbline.dev/prune, disabled",
    "kustomize.toolkit.fluxcd.io/prune, Disabled",
    "kustomize.toolkit.fluxcd.io/reconcile, disabled",
    "argocd.argoproj.io/sync-options, Prune=false",
    "argocd.argoproj.io/sync-options, Delete=false",
    "argocd.argoproj.io/sync-options, Delete=confirm",
    "helm.sh/resource-policy, keep",
    "client.lifecycle.config.k8s.io/deletion, detach",
    "cli-utils.sigs.k8s.io/on-remove, keep"
  })
  void what_is_kept_for_ever(String name, String value) {
    assertThat(annotated(name, value).keptBy()).isEqualTo("%s: %s".formatted(name, value));
  }

  @Test
  void a_prune_that_needs_a_word() {
    assertThat(annotated(ARGO + "sync-options", "ServerSideApply=true, Prune=confirm").confirmBy())
        .isEqualTo(ARGO + "sync-options: Prune=confirm");
  }

  @ParameterizedTest
  @CsvSource({
    "plumbline.dev/recreate, enabled, true",
    "kustomize.toolkit.fluxcd.io/force, Enabled, true",
    "kustomize.toolkit.fluxcd.io/force, disabled, false",
    "argocd.argoproj.io/sync-options, 'Replace=true,Force=true', true",
    "argocd.argoproj.io/sync-options, Force=true, true"
  })
  void what_may_be_deleted_and_made_again(String name, String value, boolean recreate) {
    Wishes wishes = annotated(name, value);

    assertThat(wishes.recreate()).isEqualTo(recreate);
    assertThat(wishes.remarks()).isEmpty();
  }

  @Test
  void waves_of_ours_before_those_of_others() {
    assertThat(annotated("plumbline.dev/wave", "-3").wave()).isEqualTo(-3);
    assertThat(annotated(ARGO + "sync-wave", " 5 ").wave()).isEqualTo(5);
    assertThat(
            Annotations.read(Map.of(), Map.of("plumbline.dev/wave", "1", ARGO + "sync-wave", "2"))
                .wave())
        .isEqualTo(1);
  }

  @Test
  void dependencies_as_kpt_writes_them() {
    var wishes =
        annotated(
            "config.kubernetes.io/depends-on",
            "apps/namespaces/web/Deployment/db, /namespaces/web/ConfigMap/c,"
                + "rbac.authorization.k8s.io/ClusterRole/r");

    assertThat(wishes.dependsOn())
        .containsExactly(
            new ObjectKey("apps", "Deployment", "web", "db"),
            new ObjectKey("", "ConfigMap", "web", "c"),
            new ObjectKey("rbac.authorization.k8s.io", "ClusterRole", "", "r"));
  }

  @Test
  void whose_health_does_not_count() {
    assertThat(annotated(ARGO + "ignore-healthcheck", "true").judged()).isFalse();
    assertThat(annotated(ARGO + "ignore-healthcheck", "false").judged()).isTrue();
  }

  @Test
  void flux_reads_labels_too_and_we_do_not() {
    assertThat(Annotations.read(Map.of(FLUX + "prune", "disabled"), Map.of()).keptBy())
        .isEqualTo(FLUX + "prune: disabled");
    assertThat(Annotations.read(Map.of("plumbline.dev/prune", "disabled"), Map.of()).keptBy())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "plumbline.dev/apply, share, if-absent or ignore or merge",
    "plumbline.dev/prune, disable, disabled",
    "plumbline.dev/recreate, true, enabled",
    "plumbline.dev/wave, first, a whole number from -10000 to 10000",
    "plumbline.dev/wave, 10001, a whole number from -10000 to 10000",
    "config.kubernetes.io/depends-on, web, 'at most 100 of group/namespaces/namespace/kind/name or"
        + " group/kind/name'",
    "config.kubernetes.io/depends-on, apps//Deployment, 'at most 100 of"
        + " group/namespaces/namespace/kind/name or group/kind/name'"
  })
  void a_wrong_value_of_ours_holds_the_object_back(String name, String value, String expected) {
    assertThat(annotated(name, value).objection())
        .contains(
            new Objection(
                false, "annotation %s is '%s', expected %s".formatted(name, value, expected)));
  }

  @ParameterizedTest
  @CsvSource({
    "argocd.argoproj.io/hook, PreSync",
    "argocd.argoproj.io/hook, 'Sync,PostSync'",
    "helm.sh/hook, pre-install",
    "helm.sh/hook, 'test,post-upgrade'"
  })
  void a_hook_holds_the_object_back(String name, String value) {
    assertThat(annotated(name, value).objection())
        .contains(
            new Objection(
                true,
                ("annotation %s: %s asks for a hook, and hooks are not run: deliver it without, or"
                        + " leave it out")
                    .formatted(name, value)));
  }

  @Test
  void a_helm_hook_is_not_read_beside_one_of_argo() {
    var wishes =
        Annotations.read(Map.of(), Map.of(ARGO + "hook", "Skip", "helm.sh/hook", "pre-install"));

    assertThat(wishes.mode()).isEqualTo(Mode.IGNORE);
    assertThat(wishes.objection()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "argocd.argoproj.io/sync-options, Validate=false",
    "argocd.argoproj.io/sync-options, Replace=true",
    "argocd.argoproj.io/sync-options, Sideways=true",
    "kustomize.toolkit.fluxcd.io/ssa, sideways",
    "helm.sh/resource-policy, drop"
  })
  void what_others_understand_is_remarked(String name, String value) {
    Wishes wishes = annotated(name, value);

    assertThat(wishes.objection()).isEmpty();
    assertThat(wishes.remarks())
        .containsExactly("annotation %s: %s means nothing here".formatted(name, value));
  }

  @Test
  void a_wave_of_others_that_is_no_number_is_remarked() {
    assertThat(annotated(ARGO + "sync-wave", "first").remarks())
        .containsExactly(
            "annotation argocd.argoproj.io/sync-wave: first: expected a whole number from -10000"
                + " to 10000");
  }

  @Test
  void an_unknown_name_of_ours_is_remarked() {
    assertThat(annotated("plumbline.dev/waves", "1").remarks())
        .containsExactly("annotation plumbline.dev/waves is not known");
    assertThat(annotated("plumbline.dev/sync", "a/b").remarks()).isEmpty();
  }

  @Test
  void options_that_are_so_in_any_case_say_nothing() {
    String all =
        "SkipDryRunOnMissingResource=true,ServerSideApply=true,ApplyOutOfSyncOnly=true,PruneLast=true";

    assertThat(annotated(ARGO + "sync-options", all).remarks()).isEmpty();
    assertThat(Wishes.of(Samples.configMap("a", "1").body()).remarks()).isEqualTo(List.of());
  }

  private static Wishes annotated(String name, String value) {
    return Annotations.read(Map.of(), Map.of(name, value));
  }
}
