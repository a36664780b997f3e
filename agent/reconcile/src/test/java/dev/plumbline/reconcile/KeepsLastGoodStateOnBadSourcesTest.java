package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.GitServer;
import java.nio.file.Files;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class KeepsLastGoodStateOnBadSourcesTest {
  private static final ControlPlane PLANE = ControlPlane.shared();
  private static Fleet fleet;
  private static Objects app;

  @BeforeAll
  static void start() throws Exception {
    fleet = Fleet.on(PLANE, "hub");
    app = new Objects(PLANE, "app");
    fleet.repository().write("base/base.yaml", app.configMap("base", "1")).push("First");
    fleet.start();
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @Test
  void a_server_that_is_down_is_told_and_found_again_when_it_is_back() {
    try (var server = GitServer.start()) {
      var work = server.create("away");
      work.write("d/d.yaml", app.configMap("away", "1")).push("First");
      server.stop();
      fleet.repository("away", server.url("away"), "");
      fleet.sync("away", "away", "d", "local", "");

      assertThat(fleet.awaitReason("away", "ConnectionFailed"))
          .isEqualTo(server.url("away") + ": Connection refused");
      assertThat(fleet.object("repositories", "away").text("status", "phase")).hasValue("Failed");

      server.restart();

      fleet.awaitPhase("away", "Ready");
      app.awaitValue("away", "1");

      server.stop();
      awaitRepository("away", "ConnectionFailed");
      app.vandalise("away");
      app.awaitValue("away", "1");
      assertThat(fleet.status("away").text("phase")).as("what it has is enough").hasValue("Ready");

      server.restart();
      work.write("d/d.yaml", app.configMap("away", "2")).push("Second");
      app.awaitValue("away", "2");
    }
  }

  @Test
  void a_branch_that_is_not_taken_holds_up_nobody_who_follows_another_one() {
    try (var server = GitServer.start()) {
      var work = server.create("shared");
      work.write("d/d.yaml", app.configMap("shared", "1")).push("First");
      work.branch("next").write("d/d.yaml", app.configMap("next", "1")).push("Next");
      fleet.repository("shared", server.url("shared"), "");
      fleet.apply(Fleet.manifest("shared", "shared", "main", "d", "local", ""));
      fleet.apply(Fleet.manifest("next", "shared", "next", "d", "local", ""));
      app.awaitValue("shared", "1");
      app.awaitValue("next", "1");

      // No file system of Windows can hold that name, so nobody gets it from us.
      work.write("aux.yaml", "{}").write("d/d.yaml", app.configMap("next", "2")).push("Bad");
      work.branch("evil").write("d/e.yaml", app.configMap("evil", "1")).push("Evil");
      fleet.apply(Fleet.manifest("evil", "shared", "evil", "d", "local", ""));

      assertThat(fleet.awaitReason("evil", "Malformed"))
          .startsWith("branch evil: " + server.url("shared") + ": holds an object")
          .contains("AUX");
      awaitRepository("shared", "Malformed");
      assertThat(fleet.object("repositories", "shared").map("status", "observed").orElseThrow())
          .extracting(seen -> seen.text("next", "commit").orElseThrow())
          .as("where it was before")
          .isEqualTo(work.git("rev-parse", "next~1").strip());
      work.git("checkout", "--quiet", "main");
      work.write("d/d.yaml", app.configMap("shared", "2")).push("Second");
      app.awaitValue("shared", "2");
      assertThat(app.value("next")).isEqualTo("1");

      work.git("checkout", "--quiet", "next");
      work.git("reset", "--quiet", "--hard", "HEAD~1");
      work.write("d/d.yaml", app.configMap("next", "3")).push("Good again");
      app.awaitValue("next", "3");
    }
  }

  @Test
  void wrong_credentials_are_told_without_repeating_them_and_mended_by_the_secret() {
    try (var server = GitServer.start(GitServer.Access.password("alice", "right-horse"))) {
      server.create("closed").write("d/d.yaml", app.configMap("closed", "1")).push("First");
      password("wrong-staple");
      fleet.repository("closed", server.url("closed"), "credentialsRef: {name: closed-git}");
      fleet.sync("closed", "closed", "d", "local", "");

      assertThat(fleet.awaitReason("closed", "AuthenticationRefused"))
          .startsWith(server.url("closed") + ": ")
          .doesNotContain("wrong-staple");
      assertThat(fleet.object("repositories", "closed").toString()).doesNotContain("staple");

      password("right-horse");

      fleet.awaitPhase("closed", "Ready");
    }
  }

  @Test
  void an_authority_of_ones_own_is_trusted_once_the_secret_has_it() throws Exception {
    try (var server =
        GitServer.start(GitServer.Access.password("alice", "right-horse").overTls())) {
      server.create("secure").write("d/d.yaml", app.configMap("secure", "1")).push("First");
      credentials("secure-git", "username: alice, password: right-horse");
      fleet.repository("secure", server.url("secure"), "credentialsRef: {name: secure-git}");
      fleet.sync("secure", "secure", "d", "local", "");

      fleet.awaitReason("secure", "TlsFailed");

      credentials("secure-git", "username: alice, password: right-horse, ca.crt: nonsense");
      Await.until(
          "the text is told to be wrong",
          () ->
              fleet
                  .message("secure")
                  .equals(
                      "Secret %s/secure-git cannot be used: ca.crt: no PEM certificate in it"
                          .formatted(fleet.namespace())));

      String pem = Files.readString(server.authority()).replace("\n", "\\n");
      credentials("secure-git", "username: alice, password: right-horse, ca.crt: \"" + pem + "\"");
      fleet.awaitPhase("secure", "Ready");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ssh-key   | git@127.0.0.1:x.git  | known_hosts: x                | has no key identity",
        "ssh-hosts | git@127.0.0.1:x.git  | identity: x                   | has no key known_hosts",
        "app-key   | https://localhost/x  | githubAppID: '1'              | has no key githubAppPrivateKey",
        "app-where | https://localhost/x  | githubAppID: '1', githubAppPrivateKey: x | cannot be used: it names neither githubAppInstallationID nor githubAppInstallationOwner, and the url of the Repository is not that of an owner/name",
        "cert-key  | https://localhost/x  | tls.crt: x, bearerToken: x    | has only one of tls.crt and tls.key; a certificate needs its key",
        "nothing   | https://localhost/x  | token: x                      | has none of: username and password, bearerToken, githubAppID, tls.crt and tls.key, ca.crt",
      })
  void a_key_that_is_missing_is_named(String name, String url, String keys, String what) {
    credentials(name, keys);
    fleet.repository(name, url, "credentialsRef: {name: %s}".formatted(name));
    fleet.sync(name, name, "d", "local", "");

    assertThat(fleet.awaitReason(name, "AuthenticationRefused"))
        .isEqualTo("Secret %s/%s %s".formatted(fleet.namespace(), name, what));
  }

  @Test
  void a_secret_that_is_not_there_is_named() {
    fleet.repository("secretless", fleet.git().url("fleet"), "credentialsRef: {name: nowhere}");
    fleet.sync("secretless", "secretless", "base", "local", "");

    assertThat(fleet.awaitReason("secretless", "AuthenticationRefused"))
        .isEqualTo("Secret %s/nowhere does not exist".formatted(fleet.namespace()));
  }

  @Test
  void a_branch_that_is_missing_is_named_and_followed_as_soon_as_it_is_there() {
    fleet.apply(Fleet.manifest("branch", "fleet", "release", "base-r", "local", ""));

    assertThat(fleet.awaitReason("branch", "BranchMissing"))
        .isEqualTo("Repository fleet has no branch release");

    var colleague = fleet.git().workspace("fleet").branch("release");
    colleague.write("base-r/r.yaml", app.configMap("release", "1")).push("Release");
    fleet.awaitPhase("branch", "Ready");

    colleague.git("push", "--quiet", "origin", ":release");
    fleet.awaitReason("branch", "BranchMissing");
    app.vandalise("release");
    app.awaitValue("release", "1");

    colleague.push();
    fleet.awaitPhase("branch", "Ready");
  }

  @Test
  void a_path_that_is_missing_is_named_and_delivered_as_soon_as_it_is_there() {
    fleet.sync("path", "not/yet", "");

    assertThat(fleet.awaitReason("path", "RenderFailed"))
        .isEqualTo("path 'not/yet' cannot be used: no such file or directory");

    fleet.repository().write("not/yet/there.yaml", app.configMap("there", "1")).push("Now");
    fleet.awaitPhase("path", "Ready");

    fleet.repository().delete("not/yet").push("Gone");
    fleet.awaitReason("path", "RenderFailed");
    assertThat(app.value("there")).as("a path that is gone deletes nothing").isEqualTo("1");
  }

  @Test
  void an_empty_repository_is_told_and_followed_from_its_first_push() {
    var work = fleet.git().create("empty");
    fleet.repository("empty", fleet.git().url("empty"), "");
    fleet.sync("empty", "empty", "d", "local", "");

    assertThat(fleet.awaitReason("empty", "EmptyRepository"))
        .startsWith(fleet.git().url("empty") + ": ");

    work.write("d/d.yaml", app.configMap("filled", "1")).push("First");
    fleet.awaitPhase("empty", "Ready");
  }

  @Test
  void a_forced_push_is_followed_and_told() {
    var work = fleet.git().create("forced");
    work.write("d/d.yaml", app.configMap("forced", "1")).push("First");
    work.write("d/d.yaml", app.configMap("forced", "2")).push("Second");
    String second = work.head();
    fleet.repository("forced", fleet.git().url("forced"), "");
    fleet.sync("forced", "forced", "d", "local", "");
    fleet.awaitPhase("forced", "Ready");

    work.git("reset", "--quiet", "--hard", "HEAD~1");
    work.write("d/d.yaml", app.configMap("forced", "3")).push("Third");

    app.awaitValue("forced", "3");
    String note =
        "branch main was rewound from main@%s to main@%s"
            .formatted(second.substring(0, 7), work.head().substring(0, 7));
    Await.until("an event tells", () -> fleet.events("forced").contains(note));
    fleet.awaitPhase("forced", "Ready");
  }

  private static void awaitRepository(String name, String reason) {
    Await.until(
        "Repository %s says %s".formatted(name, reason),
        () ->
            Fleet.ready(
                    fleet.object("repositories", name).map("status").orElse(MapNode.EMPTY),
                    "reason")
                .equals(reason));
  }

  private static void password(String password) {
    credentials("closed-git", "username: alice, password: " + password);
  }

  private static void credentials(String name, String keys) {
    fleet.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %s}
        stringData: {%s}
        """
            .formatted(name, keys));
  }
}
