package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code plumb diff DIRECTORY --target}: by path and Target, then by what the clone is a clone of.
 */
final class FindsTheSyncOfADirectoryTest {
  @TempDir private Path folder;
  private final String target = ControlPlane.unique("eu");
  private final String one = PLANE.namespace("one");
  private final String two = PLANE.namespace("two");
  private TestHub hub;

  @BeforeEach
  void two_syncs_of_one_path() throws Exception {
    hub = TestHub.in("found");
    hub.create(
        TestHub.target(target)
            + TestHub.repository("fleet")
            + TestHub.repository("other")
            + into(one, TestHub.sync("web", target))
            + into(two, TestHub.sync("web-of-other", target).replace("fleet", "other")));
    Files.createDirectories(folder.resolve(".git"));
    Files.createDirectories(folder.resolve("web"));
    Files.writeString(
        folder.resolve("web/a.yaml"), "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}");
  }

  @Test
  void by_the_remote_of_the_clone() throws Exception {
    remote("git@git.example.com:fleet.git");
    assertThat(diff("-n", hub.namespace()).out()).contains("+ v1/ConfigMap %s/a".formatted(one));

    remote("ssh://git@git.example.com:2222/other");
    assertThat(diff("-n", hub.namespace()).out()).contains("+ v1/ConfigMap %s/a".formatted(two));
  }

  @Test
  void by_the_repository_that_was_named() {
    assertThat(diff("-n", hub.namespace(), "--repository", "other").out())
        .contains("+ v1/ConfigMap %s/a".formatted(two));
  }

  @Test
  void or_not_at_all_and_says_which_there_are() throws Exception {
    remote("https://git.example.com/neither.git");

    assertThat(diff("-n", hub.namespace()))
        .isEqualTo(
            new Ran(
                ExitCode.REFUSED,
                "",
                ("plumb: 2 Syncs deliver %1$s to %2$s: %3$s/web (Repository fleet, branch main),"
                        + " %3$s/web-of-other (Repository other, branch main); give --repository or"
                        + " -n, or name one%n")
                    .formatted(folder.resolve("web"), target, hub.namespace())));
  }

  @Test
  void wherever_one_may_look() throws Exception {
    String people = PLANE.namespace("people");
    PLANE.kubectl("delete", "sync", "--all", "-n", hub.namespace());
    hub.create(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Tenant
        metadata: {name: acme}
        spec:
          repositoryRef: {name: fleet}
          environments: [dev]
          hubNamespace: %1$s
          namespaces: ["%1$s"]
          serviceAccount: {namespace: %1$s, name: acme}
        """
            .formatted(people));
    PLANE.kubectlWith(into(one, TestHub.sync("web", target)), "create", "-n", people, "-f", "-");

    assertThat(diff("--hub-namespace", hub.namespace()).out())
        .contains("+ v1/ConfigMap %s/a".formatted(one));

    String alice = ControlPlane.unique("alice");
    for (String namespace : new String[] {hub.namespace(), people, one}) {
      PLANE.kubectl(
          "create",
          "rolebinding",
          alice,
          "--clusterrole=admin",
          "--user=" + alice,
          "-n",
          namespace);
      PLANE.kubectl(
          "create",
          "role",
          alice,
          "--verb=get,list",
          "--resource=syncs,tenants,targets",
          "-n",
          namespace);
      PLANE.kubectl(
          "create",
          "rolebinding",
          alice + "-ours",
          "--role=" + alice,
          "--user=" + alice,
          "-n",
          namespace);
    }
    Await.until(
        "alice may look where Tenants say that their Syncs are",
        () ->
            diff("--hub-namespace", hub.namespace(), "--as", alice)
                .out()
                .contains("+ v1/ConfigMap %s/a".formatted(one)));
  }

  private static String into(String namespace, String sync) {
    return sync.replace("path: web", "path: web, targetNamespace: " + namespace);
  }

  private void remote(String url) throws Exception {
    Files.writeString(
        folder.resolve(".git/config"),
        "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = %s\n".formatted(url));
  }

  private Ran diff(Object... flags) {
    var words = new Object[flags.length + 6];
    words[0] = "diff";
    words[1] = folder.resolve("web");
    words[2] = "--target";
    words[3] = target;
    words[4] = "--kubeconfig";
    words[5] = PLANE.kubeconfigFile();
    System.arraycopy(flags, 0, words, 6, flags.length);
    return Ran.plumb(words);
  }
}
