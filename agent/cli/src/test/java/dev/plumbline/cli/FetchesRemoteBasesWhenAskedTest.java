package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.GitServer;
import dev.plumbline.testkit.GitWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumb build --allow-remote} against a real Git server. */
final class FetchesRemoteBasesWhenAskedTest {
  private static GitServer git;
  private static GitWorkspace bases;
  private static String first;

  @TempDir private Path here;

  @BeforeAll
  static void start() {
    git = GitServer.start();
    bases = git.create("bases");
    bases
        .write("web/kustomization.yaml", "resources: [../common]\nnamePrefix: web-\n")
        .write("common/kustomization.yaml", "resources: [a.yaml]\n")
        .write("common/a.yaml", configMap("one"));
    first = bases.push("First");
    bases.git("tag", "v1");
    bases.git("push", "--quiet", "origin", "v1");
    bases.write("common/a.yaml", configMap("two")).push("Second");
  }

  @AfterAll
  static void stop() {
    bases.close();
    git.close();
  }

  @Test
  void a_tag_a_commit_a_branch_or_the_usual_branch() throws Exception {
    assertThat(built("?ref=v1")).contains("name: web-one\n");
    assertThat(built("?ref=" + first)).contains("name: web-one\n");
    assertThat(built("?ref=main")).contains("name: web-two\n");
    assertThat(built("")).contains("name: web-two\n");
  }

  @Test
  void nothing_is_fetched_unless_asked() throws Exception {
    var ran = Ran.plumb("build", overlay("?ref=v1"));

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err()).contains("is remote, and nothing is fetched while building");
  }

  @Test
  void what_cannot_be_had_is_told() throws Exception {
    var gone = Ran.plumb("build", "--allow-remote", overlay("?ref=v9"));

    assertThat(gone.code()).isEqualTo(1);
    assertThat(gone.err()).contains("it has no tag, branch or commit v9");
  }

  private String built(String query) throws IOException {
    var ran = Ran.plumb("build", "--allow-remote", overlay(query));
    assertThat(ran.code()).as(ran.err()).isZero();
    return ran.out();
  }

  private Path overlay(String query) throws IOException {
    Files.writeString(
        here.resolve("kustomization.yaml"),
        "resources: [\"%s//web%s\"]\n".formatted(git.url("bases"), query));
    return here;
  }

  private static String configMap(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n".formatted(name);
  }
}
