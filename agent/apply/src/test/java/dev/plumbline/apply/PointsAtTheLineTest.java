package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.yaml.Manifests;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages are those of kube-apiserver 1.36. */
final class PointsAtTheLineTest {
  private static final String MANIFEST =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: web
        namespace: web
      spec:
        replicas: many
        tempalte:
          spec: {}
        template:
          spec:
            containers:
            - name: side
              image: x
            - name: web
              imagee: y
              ports:
              - containerPort: 80
              - containerPort: x
              env:
              - name: A
                value: 1
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "7  | .spec.replicas: expected numeric (int or float), got string",
        "7  | spec.replicas: Invalid value: -1: must be greater than or equal to 0",
        "8  | .spec.tempalte: field not declared in schema",
        "16 | .spec.template.spec.containers[name=\"web\"].imagee: field not declared in schema",
        "14 | spec.template.spec.containers[0].image: Required value",
        "19 | .spec.template.spec.containers[name=\"web\"].ports[containerPort=\"x\",protocol=\"TCP\"]"
            + ".containerPort: expected numeric (int or float), got string",
        "22 | .spec.template.spec.containers[name=\"web\"].env[name=\"A\"].value: expected string",
        "20 | .spec.template.spec.containers[name=\"web\"].env: duplicate entries for key",
        "7  | strict decoding error: unknown field \"spec.replicas.x\"",
        "1  | quantities must match the regular expression '^([+-]?[0-9.]+)'",
        "6  | spec.elsewhere: Required value",
      })
  void at_the_field_that_the_server_names(int line, String message) {
    var body = (MapNode) Manifests.read(MANIFEST, "web.yaml").getFirst();
    var key = new ObjectKey("apps", "Deployment", "web", "web");
    var wanted = new Wanted(key, Samples.DEPLOYMENT, body, body.position());

    assertThat(Fault.position(wanted, message).toString()).isEqualTo("web.yaml:" + line);
  }
}
