package dev.plumbline.kustomize;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;

/** A repository made of a seed: one or two bases, perhaps a component, and overlays. */
final class RandomTree {
  /** The directory whose build uses all the others. */
  static final String TOP = "over";

  private final SortedMap<String, String> files = new TreeMap<>();
  private final Chance chance;
  private final RandomResources resources;

  private RandomTree(long seed) {
    this.chance = new Chance(seed);
    this.resources = new RandomResources(chance);
  }

  /** The same files for the same seed, always. */
  static SortedMap<String, String> of(long seed) {
    var tree = new RandomTree(seed);
    tree.grow();
    return tree.files;
  }

  static void write(SortedMap<String, String> files, Path directory) throws IOException {
    for (var file : files.entrySet()) {
      Path path = directory.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.getValue());
    }
  }

  private void grow() {
    String bases = base("base");
    if (chance.of(0.3)) {
      bases += ", " + base("other");
    }
    if (chance.of(0.2)) {
      kustomization("mid", "resources: [" + bases + "]\n", true);
      bases = "../mid";
    }
    String head = "resources: [" + bases;
    if (chance.of(0.3)) {
      files.put(TOP + "/own.yaml", resources.file(3));
      head += ", own.yaml";
    }
    head += "]\n";
    if (chance.of(0.3)) {
      kustomization(
          "comp", "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n", true);
      head += "components: [../comp]\n";
    }
    kustomization(TOP, head, true);
  }

  private String base(String name) {
    files.put(name + "/all.yaml", resources.file(6));
    kustomization(name, "resources:\n- all.yaml\n", false);
    return "../" + name;
  }

  private void kustomization(String directory, String head, boolean overlay) {
    String fields = new RandomKustomization(chance, resources, files, directory, overlay).fields();
    String name = chance.of(0.1) ? "/kustomization.yml" : "/kustomization.yaml";
    boolean bare = overlay && head.contains("Component");
    files.put(directory + name, head + (chance.of(0.6) ? fields : bare ? "nameSuffix: -c\n" : ""));
  }
}
