package dev.plumbline.bench;

import dev.plumbline.testkit.GitWorkspace;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Directories of a repository with so many ConfigMaps each, spread over a few namespaces.
 *
 * @param syncs how many directories, each of which one Sync delivers
 * @param each how many objects are in a directory
 */
record Load(int syncs, int each) {
  private static final int NAMESPACES = 10;

  int objects() {
    return syncs * each;
  }

  static String namespace(String prefix, int sync) {
    return prefix + "-" + sync % NAMESPACES;
  }

  /** The namespaces of everything with a prefix, as manifests. */
  static String namespaces(String prefix) {
    return IntStream.range(0, NAMESPACES)
        .mapToObj(
            i -> "apiVersion: v1\nkind: Namespace\nmetadata: {name: %s-%d}\n".formatted(prefix, i))
        .collect(Collectors.joining("---\n"));
  }

  static String directory(int sync) {
    return "apps/app-%04d".formatted(sync);
  }

  static String object(String prefix, int sync, int number) {
    return """
        {"apiVersion":"v1","kind":"ConfigMap",
         "metadata":{"name":"app-%04d-%d","namespace":"%s","labels":{"app":"app-%04d"}},
         "data":{"greeting":"hello from %d","mode":"fast","limit":"%d"}}
        """
        .formatted(sync, number, namespace(prefix, sync), sync, number, sync);
  }

  /** Each directory is a kustomization of one file. */
  void writeTo(GitWorkspace repository) {
    for (int sync = 0; sync < syncs; sync++) {
      int of = sync;
      repository
          .write(
              directory(sync) + "/kustomization.yaml",
              """
              apiVersion: kustomize.config.k8s.io/v1beta1
              kind: Kustomization
              resources: [objects.yaml]
              """)
          .write(
              directory(sync) + "/objects.yaml",
              IntStream.range(0, each)
                  .mapToObj(number -> object("load", of, number))
                  .collect(Collectors.joining("---\n")));
    }
  }
}
