package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Before the command or behind it, with a space or with {@code =}, as with kubectl. */
final class TakesFlagsAnywhereTest {
  private static TestHub hub;

  @BeforeAll
  static void a_sync() {
    hub = TestHub.in("anywhere");
    hub.create(TestHub.sync("web", "eu-1"));
  }

  @Test
  void before_the_command() {
    String file = PLANE.kubeconfigFile().toString();

    assertThat(Ran.plumb("-n", hub.namespace(), "--kubeconfig", file, "get", "-o", "name"))
        .isEqualTo(web());
    assertThat(Ran.plumb("-n=" + hub.namespace(), "--kubeconfig=" + file, "get", "-o=name"))
        .isEqualTo(web());
    assertThat(Ran.plumb("-v", "-o", "name", "--kubeconfig", file, "get", "-n", hub.namespace()))
        .isEqualTo(web());
    assertThat(Ran.plumb("--kubeconfig", file, "-n", "get", "get", "-n", "x").err())
        .as("the value of a flag is no command")
        .contains("'--namespace' (NAME) should be specified only once");
  }

  @Test
  void a_switch_takes_no_word_with_it() {
    assertThat(
            Ran.plumb("-A", "--kubeconfig", PLANE.kubeconfigFile(), "get", "sync", "-o", "name")
                .out())
        .contains("sync.plumbline.dev/web");
  }

  @Test
  void one_that_the_command_does_not_have_is_misuse() {
    var ran = Ran.plumb("--target", "eu-1", "get");

    assertThat(ran.code()).isEqualTo(ExitCode.USAGE);
    assertThat(ran.err()).contains("Unknown option: '--target'").contains("plumb get --help");
    assertThat(Ran.plumb("--context", "c").code()).isEqualTo(ExitCode.USAGE);
    assertThat(Ran.plumb("--help").out()).contains("COMMAND");
  }

  @Test
  void what_follows_a_misspelt_one_is_not_repeated() {
    assertThat(Ran.plumb("get", "--pasword=hunter2").err())
        .startsWith("plumb: Unknown option: '--pasword'")
        .doesNotContain("hunter2");
    assertThat(Ran.plumb("get", "--pasword=hunter2", "--pasword=hunter3").err())
        .doesNotContain("hunter2", "hunter3");
  }

  private static Ran web() {
    return new Ran(ExitCode.GOOD, "sync.plumbline.dev/web%n".formatted(), "");
  }
}
