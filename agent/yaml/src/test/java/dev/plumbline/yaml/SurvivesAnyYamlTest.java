package dev.plumbline.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.plumbline.model.Node;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Whatever a file says, each of the readers reads it or refuses it in a sentence, soon. What was
 * read as Kubernetes does is the same after a way through JSON, for that is what the API server
 * gets.
 */
@Tag("SEC-REN-05")
@Tag("SEC-REN-07")
public final class SurvivesAnyYamlTest {
  private static final Duration BOUND = Duration.ofSeconds(5);

  @FuzzTest
  void is_read_or_refused(byte[] bytes) {
    long start = System.nanoTime();

    manifests(bytes);
    resources(bytes);
    kustomization(bytes);
    json(bytes);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
  }

  private static void manifests(byte[] bytes) {
    List<Node> documents;
    try {
      documents = Manifests.read(bytes, "a.yaml");
    } catch (YamlException e) {
      tells(e);
      return;
    }
    for (Node document : documents) {
      String json = Json.canonical(document);
      assertThat(Json.canonical(Json.read(json))).isEqualTo(json);
    }
  }

  private static void resources(byte[] bytes) {
    try {
      for (Node document : ResourceYaml.read(bytes, "a.yaml")) {
        ResourceYaml.print(ResourceYaml.canonical(document), new StringBuilder());
      }
    } catch (YamlException e) {
      tells(e);
    }
  }

  private static void kustomization(byte[] bytes) {
    try {
      assertThat(KustomizationYaml.read(bytes, "kustomization.yaml")).isNotNull();
    } catch (YamlException e) {
      tells(e);
    }
  }

  private static void json(byte[] bytes) {
    try {
      String json = Json.canonical(Json.read(bytes));
      assertThat(Json.canonical(Json.read(json))).isEqualTo(json);
    } catch (JsonException e) {
      assertThat(e.getMessage()).startsWith("JSON, offset ");
    }
  }

  private static void tells(YamlException e) {
    assertThat(e.why()).isNotBlank();
  }
}
