package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.testkit.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code plumb sync} against a real agent, whose Repository would look again in an hour. */
final class AsksForALookTest {
  private TestFleet fleet;
  private String app;

  @BeforeEach
  void deployed() throws Exception {
    fleet = TestFleet.in("looked");
    app = PLANE.namespace("app");
    push("1");
    fleet.deliver().awaitPhase("Ready");
  }

  @AfterEach
  void stop() throws Exception {
    fleet.close();
  }

  @Test
  void and_waits_until_the_newest_commit_is_live() {
    push("2");

    var ran = fleet.plumb("sync", "web", "--wait", "--timeout", "30s");

    assertThat(ran.code()).isZero();
    assertThat(ran.out())
        .isEqualTo(
            "web is Ready at main@%s: 1 objects are as wanted%n"
                .formatted(fleet.repository().head().substring(0, 7)));
    assertThat(ran.err()).startsWith("fleet looks for new commits\n");
    assertThat(value()).isEqualTo("2");
  }

  @Test
  void and_without_waiting_it_is_live_soon() {
    push("3");

    assertThat(fleet.plumb("sync", "web"))
        .isEqualTo(new Ran(0, "Sync web was asked to look now%n".formatted(), ""));
    Await.until("it is live", () -> value().equals("3"));
  }

  @Test
  void what_cannot_be_delivered_ends_the_wait_with_the_reason() {
    fleet.repository().write("web/web.yaml", "kind: [").push("Broken");

    var ran = fleet.plumb("sync", "web", "--wait");

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.out()).startsWith("web is Failed: ").contains("web/web.yaml:");
  }

  @Test
  void what_is_suspended_is_not_asked() {
    assertThat(fleet.plumb("suspend", "web", "--reason", "freeze").code()).isZero();
    fleet.awaitPhase("Suspended");

    var ran = fleet.plumb("sync", "web", "--wait");

    assertThat(ran.code()).isEqualTo(ExitCode.REFUSED);
    assertThat(ran.err()).contains("freeze").contains("plumb resume");
  }

  private void push(String value) {
    fleet.repository().write("web/web.yaml", configMap(value)).push("Value " + value);
  }

  private String configMap(String value) {
    return """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: web, namespace: %s}
        data: {value: "%s"}
        """
        .formatted(app, value);
  }

  private String value() {
    return PLANE
        .api()
        .get("/api/v1/namespaces/%s/configmaps/web".formatted(app))
        .json()
        .text("data", "value")
        .orElse("");
  }
}
