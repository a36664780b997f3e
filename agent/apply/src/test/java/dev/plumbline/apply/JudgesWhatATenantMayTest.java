package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Grant.Claim;
import dev.plumbline.model.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("SEC-TEN-08")
@Tag("SEC-POL-13")
@Tag("SEC-POL-16")
final class JudgesWhatATenantMayTest {
  private static final Claim ACME = new Claim("acme", List.of("acme-*", "shared"));
  private static final Grant GRANT = grant(List.of(), List.of());

  @ParameterizedTest
  @CsvSource({"acme-web", "acme-a", "shared"})
  void its_namespaces(String namespace) {
    assertThat(GRANT.refusal(configMap(namespace))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          globex-web        | namespace globex-web is none of its
          acme              | namespace acme is none of its
          shared-2          | namespace shared-2 is none of its
          default           | namespace default is none of its
          kube-system       | namespace kube-system is the cluster's own
          kube-node-lease   | namespace kube-node-lease is the cluster's own
          plumbline-system  | namespace plumbline-system is the agent's own
          acme-legacy       | namespace acme-legacy is Tenant old's, which claims it longer
          """)
  void and_no_others(String namespace, String why) {
    assertThat(GRANT.refusal(configMap(namespace)))
        .contains("Tenant acme may deliver into namespaces acme-*, shared; " + why);
  }

  @ParameterizedTest
  @CsvSource({"Acme-web", "acme-web.", "acme-ẃeb", "acme-", "'acme-web '", "acme-web/x", "acme-*"})
  void nor_what_only_looks_like_one(String namespace) {
    assertThat(GRANT.refusal(configMap(namespace)))
        .contains("'%s' is not the name of a namespace".formatted(namespace));
  }

  @Test
  void the_clusters_own_is_nobodys_however_it_is_claimed() {
    var greedy =
        new Grant.OfTenant(
            new Claim("acme", List.of("kube-*", "plumbline-system")),
            List.of(),
            List.of("Namespace"),
            List.of(),
            Set.of("plumbline-system"),
            Map.of());

    assertThat(greedy.refusal(configMap("kube-system"))).isPresent();
    assertThat(greedy.refusal(configMap("plumbline-system"))).isPresent();
    assertThat(greedy.refusal(new ObjectKey("", "Namespace", "", "kube-system"))).isPresent();
  }

  @Test
  void every_kind_in_a_namespace_unless_some_are_listed() {
    var cronJob = new ObjectKey("batch", "CronJob", "acme-web", "a");
    var listed = grant(List.of(), List.of("apps/*", "ConfigMap"));

    assertThat(GRANT.refusal(cronJob)).isEmpty();
    assertThat(listed.refusal(cronJob)).contains("Tenant acme may deliver only apps/*, ConfigMap");
    assertThat(listed.refusal(new ObjectKey("apps", "Deployment", "acme-web", "a"))).isEmpty();
    assertThat(listed.refusal(configMap("acme-web"))).isEmpty();
    assertThat(listed.refusal(new ObjectKey("", "Secret", "acme-web", "a"))).isPresent();
    assertThat(listed.refusal(new ObjectKey("apps.evil.io", "Deployment", "acme-web", "a")))
        .isPresent();
  }

  @Test
  void nothing_outside_of_namespaces_unless_it_is_listed() {
    var role = new ObjectKey("rbac.authorization.k8s.io", "ClusterRole", "", "a");
    var binding = new ObjectKey("rbac.authorization.k8s.io", "ClusterRoleBinding", "", "a");
    var listed = grant(List.of("rbac.authorization.k8s.io/ClusterRole"), List.of());

    assertThat(GRANT.refusal(role))
        .contains("it is in no namespace, and of such objects Tenant acme may deliver none");
    assertThat(listed.refusal(role)).isEmpty();
    assertThat(listed.refusal(binding))
        .contains(
            "it is in no namespace, and of such objects Tenant acme may deliver only"
                + " rbac.authorization.k8s.io/ClusterRole");
  }

  @Test
  void a_namespace_only_where_its_name_is_one_of_its_own() {
    var listed = grant(List.of("Namespace"), List.of());

    assertThat(listed.refusal(new ObjectKey("", "Namespace", "", "acme-web"))).isEmpty();
    assertThat(listed.refusal(new ObjectKey("", "Namespace", "", "globex-web"))).isPresent();
  }

  @Test
  void never_the_agents_own_kinds() {
    var all =
        grant(
            List.of("plumbline.dev/*", "apiextensions.k8s.io/*"),
            List.of("plumbline.dev/*", "plumbline.dev/Sync"));

    assertThat(all.refusal(new ObjectKey("plumbline.dev", "Sync", "acme-web", "a")))
        .contains("kinds of plumbline.dev are the agent's own, and no Tenant may deliver them");
    assertThat(all.refusal(new ObjectKey("plumbline.dev", "Tenant", "", "a"))).isPresent();
    assertThat(all.refusal(new ObjectKey("x.plumbline.dev", "Y", "acme-web", "a"))).isPresent();
    assertThat(
            all.refusal(
                new ObjectKey(
                    "apiextensions.k8s.io", "CustomResourceDefinition", "", "syncs.plumbline.dev")))
        .isPresent();
    assertThat(
            all.refusal(
                new ObjectKey(
                    "apiextensions.k8s.io", "CustomResourceDefinition", "", "a.acme.example")))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "acme-*, acme-web, acme-web",
    "acme-*, acme-web-*, acme-web-*",
    "acme-web, acme-web, acme-web",
    "acme-*, acme-*, acme-*",
    "acme-*, acme,",
    "acme-*, globex-*,",
    "acme-web, acme-we,",
  })
  void claims_meet_where_both_cover_a_namespace(String one, String two, String common) {
    var a = new Claim("a", List.of("other", one));
    var b = new Claim("b", List.of(two, "else-*"));

    List<String> both = common == null ? List.of() : List.of(common);
    assertThat(a.common(b)).isEqualTo(both);
    assertThat(b.common(a)).isEqualTo(both);
    assertThat(a.meets(b)).isEqualTo(b.meets(a)).isEqualTo(!both.isEmpty());
  }

  private static Grant grant(List<String> clusterResources, List<String> kinds) {
    return new Grant.OfTenant(
        ACME,
        List.of(new Claim("old", List.of("acme-legacy"))),
        clusterResources,
        kinds,
        Set.of("plumbline-system"),
        Map.of());
  }

  private static ObjectKey configMap(String namespace) {
    return new ObjectKey("", "ConfigMap", namespace, "a");
  }
}
