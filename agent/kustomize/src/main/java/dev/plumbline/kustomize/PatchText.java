package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.JsonException;
import dev.plumbline.yaml.KustomizationYaml;
import dev.plumbline.yaml.YamlException;
import java.util.List;

/** The text of a patch, which says by itself of which of the two kinds it is. */
final class PatchText {
  private final List<MapNode> merges;
  private final JsonPatch json;

  private PatchText(List<MapNode> merges, JsonPatch json) {
    this.merges = merges;
    this.json = json;
  }

  List<MapNode> merges() {
    return merges;
  }

  /** Null when the text is a strategic merge patch, or nothing. */
  JsonPatch json() {
    return json;
  }

  /**
   * @param source names the text in messages: {@code [path: "p.yaml"]}
   */
  static PatchText parse(String text, String file, int lineBefore, Position where, String source) {
    List<MapNode> merges = null;
    BuildException noMerge = null;
    try {
      merges = ResourceReader.read(text, file, lineBefore);
    } catch (BuildException e) {
      noMerge = e;
    }
    var json = json(text, file);
    if (merges != null && !merges.isEmpty() && json != null && !json.isEmpty()) {
      throw new BuildException(
          where, "illegally qualifies as both an SM and JSON patch: " + source);
    }
    if (merges == null && json == null) {
      throw new BuildException(
          noMerge.where().known() ? noMerge.where() : where,
          "unable to parse SM or JSON patch from %s: %s".formatted(source, noMerge.why()));
    }
    return merges != null ? new PatchText(merges, null) : new PatchText(List.of(), json);
  }

  /** The operations in a text; null when it has none of the form. */
  static JsonPatch json(String text, String file) {
    if (text.isEmpty()) {
      return null;
    }
    try {
      return JsonPatch.of(value(text, file));
    } catch (JsonException | YamlException e) {
      return null;
    }
  }

  private static Node value(String text, String file) {
    return text.startsWith("[") ? Json.read(text) : KustomizationYaml.read(text, file);
  }
}
