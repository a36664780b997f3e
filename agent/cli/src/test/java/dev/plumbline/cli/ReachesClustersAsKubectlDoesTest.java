package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Manifests;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flags of kubectl mean the same to us, on a real server. */
final class ReachesClustersAsKubectlDoesTest {
  @TempDir private Path home;
  private TestHub hub;
  private String token;
  private Path authority;

  @BeforeEach
  void a_target() throws Exception {
    hub = TestHub.in("reached");
    hub.create(TestHub.target("eu-1"));
    var config = (MapNode) Manifests.read(PLANE.kubeconfig(), "kubeconfig").getFirst();
    var cluster = ((MapNode) config.list("clusters").getFirst()).map("cluster").orElseThrow();
    var user = ((MapNode) config.list("users").getFirst()).map("user").orElseThrow();
    token = user.text("token").orElseThrow();
    authority =
        Files.write(
            home.resolve("ca.crt"),
            Base64.getDecoder().decode(cluster.text("certificate-authority-data").orElseThrow()));
  }

  @Test
  void by_flags_alone() {
    assertThat(
            got("--server", PLANE.server(), "--token", token, "--certificate-authority", authority))
        .isEqualTo(ExitCode.GOOD);
  }

  @Test
  void without_a_look_at_the_certificate_only_when_told_so() {
    var checked = ran("--server", PLANE.server(), "--token", token);
    assertThat(checked.code()).isEqualTo(ExitCode.COULD_NOT_FIND_OUT);
    assertThat(checked.err()).contains("not signed by an authority we trust");

    assertThat(got("--server", PLANE.server(), "--token", token, "--insecure-skip-tls-verify"))
        .isEqualTo(ExitCode.GOOD);
  }

  @Test
  void as_somebody_else() {
    var ran = ran("--kubeconfig", PLANE.kubeconfigFile(), "--as", "bob", "--as-group", "release");

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("User \"bob\" cannot list").contains(PLANE.server());
  }

  @Test
  void a_token_that_is_not_taken_is_told_with_what_to_do() {
    var ran =
        ran("--server", PLANE.server(), "--token", "no", "--certificate-authority", authority);

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("not accepted").contains("log in again").hasLineCount(1);
  }

  private int got(Object... flags) {
    var ran = ran(flags);
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out()).contains("eu-1");
    return ran.code();
  }

  private Ran ran(Object... flags) {
    var words = new Object[flags.length + 4];
    words[0] = "get";
    words[1] = "targets";
    words[2] = "-n";
    words[3] = hub.namespace();
    System.arraycopy(flags, 0, words, 4, flags.length);
    return Ran.plumb(words);
  }
}
