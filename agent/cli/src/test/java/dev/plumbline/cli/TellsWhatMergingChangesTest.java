package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code plumb diff} of an object that others have, and into which a real agent merged fields. */
final class TellsWhatMergingChangesTest {
  @TempDir private Path folder;
  private TestFleet fleet;
  private String app;

  @BeforeEach
  void merged() throws Exception {
    fleet = TestFleet.in("merging");
    app = PLANE.namespace("app");
    PLANE.kubectl("create", "configmap", "shared", "-n", app, "--from-literal=theirs=1");
    fleet.repository().write("web/web.yaml", shared("a: \"1\", b: \"2\"")).push("First");
    fleet.deliver().awaitPhase("Ready");
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  @Test
  void a_key_that_git_drops_goes_and_those_of_others_stay() throws Exception {
    fleet.files(folder, "web/web.yaml", shared("a: \"1\""));

    var ran = fleet.plumb("diff", "web", "--files", folder);

    assertThat(ran)
        .isEqualTo(
            new Ran(
                ExitCode.REFUSED,
                """
                ~ v1/ConfigMap %s/shared
                    data.b
                  -   2
                1 to change
                """
                    .formatted(app),
                ""));
    assertThat(fleet.plumb("diff", folder.resolve("web"), "--target", "local")).isEqualTo(ran);
  }

  @Test
  void and_nothing_where_git_is_as_it_was() throws Exception {
    fleet.files(folder, "web/web.yaml", shared("a: \"1\", b: \"2\""));

    assertThat(fleet.plumb("diff", "web", "--files", folder))
        .isEqualTo(new Ran(ExitCode.GOOD, "", ""));
  }

  private String shared(String data) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: shared, namespace: %s, annotations: {plumbline.dev/apply: merge}}
        data: {%s}
        """
        .formatted(app, data);
  }
}
