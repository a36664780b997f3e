package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class KnowsItsInstallationTest {
  private TestHub test;

  @BeforeEach
  void open() throws Exception {
    test = new TestHub();
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void by_an_id_that_is_made_once() throws IOException {
    String first = id();

    assertThat(first).matches("[0-9a-f]{16}");
    assertThat(id()).isEqualTo(first);
  }

  @Test
  void by_the_id_that_is_there() throws IOException {
    stands("\"data\":{\"id\":\"blue\"}");

    assertThat(id()).isEqualTo("blue");
  }

  @Test
  void by_the_id_it_is_given() throws IOException {
    assertThat(test.hub.id(test.namespace, Optional.of("green"))).isEqualTo("green");

    assertThat(TestHub.PLANE.api().get(path() + "/plumbline-hub").code()).isEqualTo(404);
  }

  @Test
  void and_goes_on_with_no_other_when_its_id_is_lost() {
    stands("\"data\":{}");

    assertThatThrownBy(this::id)
        .isInstanceOf(IOException.class)
        .hasMessage(
            "ConfigMap %s/plumbline-hub has no data.id: put back the id of this installation, or"
                    .formatted(test.namespace)
                + " delete the ConfigMap to own nothing that was delivered so far");
  }

  @Test
  void and_takes_no_id_that_is_no_label() {
    assertThatThrownBy(() -> test.hub.id(test.namespace, Optional.of("a b")))
        .hasMessage(
            "the hub id that was given is no id: up to 63 lower-case letters, digits and '-' are"
                + " expected");
  }

  private String id() throws IOException {
    return test.hub.id(test.namespace, Optional.empty());
  }

  private void stands(String data) {
    TestHub.PLANE
        .api()
        .created(
            path(),
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"plumbline-hub\"},"
                + data
                + "}");
  }

  private String path() {
    return "/api/v1/namespaces/" + test.namespace + "/configmaps";
  }
}
