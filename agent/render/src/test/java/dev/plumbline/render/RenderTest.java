package dev.plumbline.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.verify.Unverified;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A renderer and a tree to fill. */
abstract class RenderTest {
  final MapTree tree = new MapTree();
  final Renderer renderer = new Renderer(new Kustomize());

  Rendered rendered(String path) throws IOException {
    RenderOutcome rendering = renderer.render(new Unverified(tree), new RenderRequest(path));
    assertThat(rendering).as(rendering.findings().toString()).isInstanceOf(Rendered.class);
    return (Rendered) rendering;
  }

  RenderFailed failed(String path) throws IOException {
    RenderOutcome rendering = renderer.render(new Unverified(tree), new RenderRequest(path));
    assertThat(rendering).isInstanceOf(RenderFailed.class);
    return (RenderFailed) rendering;
  }

  /** The findings as people see them. */
  static List<String> said(RenderOutcome rendering) {
    return rendering.findings().stream().map(Finding::toString).toList();
  }

  static String built(Rendered rendered) {
    return new String(rendered.built(), StandardCharsets.UTF_8);
  }

  static List<ObjectKey> keys(Rendered rendered) {
    return rendered.delivered().stream().map(RenderedObject::key).toList();
  }

  static String json(Rendered rendered, int object) {
    return Json.write(rendered.delivered().get(object).body());
  }

  static MapNode body(Rendered rendered, int object) {
    return rendered.delivered().get(object).body();
  }

  static String configMap(String name) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: %s
    """
        .formatted(name);
  }

  static ObjectKey key(String kind, String name) {
    return new ObjectKey("", kind, "", name);
  }
}
