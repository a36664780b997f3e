package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SuspendsAndResumesTest {
  private TestHub hub;

  @BeforeEach
  void a_sync_and_a_target() {
    hub = TestHub.in("suspended");
    hub.create(TestHub.sync("acme-prod", "eu-1") + TestHub.target("eu-1"));
  }

  @Test
  void a_sync_with_who_why_and_until_when() {
    var ran =
        hub.plumb("suspend", "acme-prod", "--reason", "freeze", "--until", "2026-12-24T00:00:00Z");

    assertThat(ran)
        .isEqualTo(
            new Ran(0, "Sync acme-prod is suspended until 2026-12-24T00:00:00Z%n".formatted(), ""));
    var suspend = hub.object("syncs", "acme-prod").map("spec", "suspend").orElseThrow();
    assertThat(suspend.text("by")).hasValueSatisfying(by -> assertThat(by).isNotEmpty());
    assertThat(suspend.text("reason")).contains("freeze");
    assertThat(suspend.text("until")).contains("2026-12-24T00:00:00Z");
  }

  @Test
  void and_lets_it_go_on_whoever_stopped_it() {
    TestHub.PLANE.kubectl(
        "patch",
        "sync",
        "acme-prod",
        "-n",
        hub.namespace(),
        "--type=merge",
        "--patch={\"spec\": {\"suspend\": {\"reason\": \"by hand\"}}}");

    assertThat(hub.plumb("resume", "sync/acme-prod").out())
        .isEqualTo("Sync acme-prod goes on%n".formatted());
    assertThat(hub.object("syncs", "acme-prod").at("spec", "suspend")).isEmpty();
    assertThat(hub.plumb("resume", "acme-prod").code()).as("again").isZero();
  }

  @Test
  void a_target() {
    assertThat(hub.plumb("suspend", "target/eu-1").code()).isZero();
    assertThat(hub.object("targets", "eu-1").text("spec", "suspend")).contains("true");

    assertThat(hub.plumb("resume", "target", "eu-1").code()).isZero();
    assertThat(hub.object("targets", "eu-1").text("spec", "suspend")).contains("false");
  }

  @Test
  void what_makes_no_sense_is_misuse() {
    assertThat(hub.plumb("suspend", "repository/fleet").code()).isEqualTo(ExitCode.USAGE);
    assertThat(hub.plumb("suspend", "syncs").code()).isEqualTo(ExitCode.USAGE);
    assertThat(hub.plumb("suspend", "acme-prod", "--until", "soon").err())
        .contains("--until: 'soon' is neither a time");
    assertThat(hub.plumb("suspend", "initech").err())
        .isEqualTo("plumb: no Sync initech in namespace %s%n".formatted(hub.namespace()));
  }

  @Test
  void an_end_is_a_time_or_a_while_from_now() {
    var now = Instant.parse("2026-11-30T12:00:00Z");

    assertThat(SuspendCommand.end("1h30m", now)).isEqualTo("2026-11-30T13:30:00Z");
    assertThat(SuspendCommand.end("2026-12-01T08:00:00Z", now)).isEqualTo("2026-12-01T08:00:00Z");
    assertThatThrownBy(() -> SuspendCommand.end("1x", now)).isInstanceOf(Failure.class);
  }
}
