package dev.plumbline.render;

import dev.plumbline.model.Digest;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A tree with one file more: a kustomization that lists the manifests of a plain directory. */
final class GeneratedKustomization implements FileTree {
  private final FileTree tree;
  private final String path;
  private final byte[] bytes;
  private final File file;

  /**
   * @param manifests relative to the directory
   */
  GeneratedKustomization(FileTree tree, String directory, List<String> manifests) {
    this.tree = tree;
    this.path = PlainDirectory.join(directory, "kustomization.yaml");
    var resources = ListNode.of(manifests.stream().map(ScalarNode::of).toList());
    this.bytes =
        Json.write(MapNode.EMPTY.with("resources", resources)).getBytes(StandardCharsets.UTF_8);
    this.file = new File(path, Digest.of(bytes).toString(), bytes.length, List.of());
  }

  @Override
  public Entry lookup(String asked) throws IOException {
    return asked.equals(path) ? file : tree.lookup(asked);
  }

  @Override
  public byte[] read(File asked) throws IOException {
    return asked.equals(file) ? bytes.clone() : tree.read(asked);
  }
}
