package dev.plumbline.hub;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReadsSecretsOnDemandTest {
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
  void as_they_are_now_and_shows_them_to_nobody() throws IOException {
    String path = "/api/v1/namespaces/" + test.namespace + "/secrets";
    TestHub.PLANE
        .api()
        .created(
            path,
            "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"git\"},"
                + "\"stringData\":{\"password\":\"first\"}}");
    assertThat(password()).isEqualTo("first");

    TestHub.PLANE.api().mergePatch(path + "/git", "{\"stringData\":{\"password\":\"second\"}}");

    assertThat(password()).isEqualTo("second");
    assertThat(test.hub.secret(test.name("git")).orElseThrow()).hasToString("***");
  }

  @Test
  void and_says_when_there_is_none() throws IOException {
    assertThat(test.hub.secret(test.name("none"))).isEmpty();
  }

  private String password() throws IOException {
    return test.hub
        .secret(test.name("git"))
        .orElseThrow()
        .use(data -> new String(data.get("password"), StandardCharsets.UTF_8));
  }
}
