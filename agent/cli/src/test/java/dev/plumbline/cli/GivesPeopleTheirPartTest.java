package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The roles of people in {@code manifests/install}, alone and as a part of the usual roles of
 * Kubernetes, on a real API server. Each person is bound in one namespace.
 */
final class GivesPeopleTheirPartTest {
  private static final String INSTALL =
      Path.of("../../manifests/install").toAbsolutePath().toString();

  private static final String[] KINDS = {
    "environments", "inventories", "repositories", "syncs", "targets", "tenants"
  };
  private static final String[] PLATFORMS = {
    "environments", "inventories", "repositories", "targets", "tenants"
  };
  private static final String[] WRITES = {
    "create", "update", "patch", "delete", "deletecollection"
  };
  private static final String SUFFIX = ControlPlane.unique("person");

  private static String namespace;

  @BeforeAll
  static void install() {
    PLANE.kubectl("apply", "--server-side", "--force-conflicts", "-k", INSTALL);
    namespace = PLANE.namespace("acme");
    for (String role : new String[] {"plumbline-view", "plumbline-edit", "view", "edit", "admin"}) {
      PLANE.kubectl(
          "create",
          "rolebinding",
          role,
          "-n",
          namespace,
          "--clusterrole=" + role,
          "--user=" + person(role));
    }
    for (String role : new String[] {"edit", "admin"}) {
      Await.until(
          "the roles are a part of " + role,
          () ->
              may(role, "create syncs.plumbline.dev", namespace)
                  && may(role, "list tenants.plumbline.dev", namespace));
    }
    Await.until(
        "the role is a part of view", () -> may("view", "list syncs.plumbline.dev", namespace));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plumbline-view", "view", "edit", "admin"})
  void who_may_view_a_namespace_sees_all_that_is_ours_in_it(String role) {
    for (String verb : new String[] {"get", "list", "watch"}) {
      for (String kind : KINDS) {
        assertThat(may(role, verb + " " + kind + ".plumbline.dev", namespace))
            .as("%s %s", verb, kind)
            .isTrue();
        assertThat(may(role, verb + " " + kind + ".plumbline.dev", "plumbline-system"))
            .as("%s %s of the platform", verb, kind)
            .isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plumbline-edit", "edit", "admin"})
  void who_may_edit_a_namespace_writes_its_syncs(String role) {
    for (String verb : new String[] {"create", "update", "patch", "delete"}) {
      assertThat(may(role, verb + " syncs.plumbline.dev", namespace)).as(verb).isTrue();
      assertThat(may(role, verb + " syncs.plumbline.dev", "plumbline-system")).as(verb).isFalse();
      assertThat(may(role, verb + " syncs.plumbline.dev", null)).as(verb).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plumbline-view", "view"})
  void who_may_view_writes_nothing(String role) {
    for (String verb : WRITES) {
      for (String kind : KINDS) {
        assertThat(may(role, verb + " " + kind + ".plumbline.dev", namespace))
            .as("%s %s", verb, kind)
            .isFalse();
      }
    }
  }

  // A person who could write these would say for himself what he may deliver, and as whom.
  @ParameterizedTest
  @ValueSource(strings = {"plumbline-edit", "edit", "admin"})
  void nobody_writes_what_is_the_platforms_or_the_agents(String role) {
    for (String verb : WRITES) {
      for (String kind : PLATFORMS) {
        assertThat(may(role, verb + " " + kind + ".plumbline.dev", namespace))
            .as("%s %s", verb, kind)
            .isFalse();
      }
      assertThat(may(role, verb + " syncs.plumbline.dev/status", namespace)).as(verb).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          get secrets any
          list secrets
          create secrets
          get configmaps any
          create pods
          create serviceaccounts/token plumbline
          impersonate serviceaccounts plumbline
          impersonate users alice
          create rolebindings.rbac.authorization.k8s.io
          bind clusterroles.rbac.authorization.k8s.io admin
          escalate roles.rbac.authorization.k8s.io
          """)
  void by_themselves_our_roles_reach_nothing_else(String what) {
    for (String role : new String[] {"plumbline-view", "plumbline-edit"}) {
      assertThat(may(role, what, namespace)).as(role).isFalse();
      assertThat(may(role, what, null)).as(role).isFalse();
    }
  }

  private static boolean may(String role, String what, String in) {
    return AccessReview.of(person(role)).may(what, in);
  }

  private static String person(String role) {
    return role + "-" + SUFFIX;
  }
}
