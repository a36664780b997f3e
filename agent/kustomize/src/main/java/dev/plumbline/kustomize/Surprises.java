package dev.plumbline.kustomize;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Warns where kustomize's bytes are hardly what was meant: they are kept, and so somebody should
 * hear of it.
 */
final class Surprises {
  private static final Pattern PRINTED =
      Pattern.compile("[$](retainKeys|setElementOrder/.*|deleteFromPrimitiveList/.*)");
  private static final Gvk INGRESS_CLASS = Gvk.of("networking.k8s.io/v1", "IngressClass");

  private final Consumer<String> warn;

  Surprises(Consumer<String> warn) {
    this.warn = warn;
  }

  private void warn(Position where, String what) {
    warn.accept(where.toString().isEmpty() ? what : where + ": " + what);
  }

  /** Directives that the API server knows and kustomize does not. */
  void inPatch(MapNode patch) {
    patch
        .entries()
        .forEach(
            (key, value) -> {
              if (PRINTED.matcher(key).matches()) {
                warn(
                    value.position(),
                    "'%s' directs nothing here, and is printed as it stands".formatted(key));
              } else {
                below(value);
              }
            });
  }

  private void below(Node node) {
    switch (node) {
      case MapNode map -> inPatch(map);
      case ListNode list -> list.items().forEach(this::below);
      case ScalarNode _ -> {}
    }
  }

  /** Elements of a keyed list with which a merge does not do what was asked. */
  void inList(ListNode list, int lost) {
    warn(
        list.position(),
        "merging this list loses or leaves out %d elements: give every element all keys of the list"
            .formatted(lost));
  }

  /** Lines of an env file after one that is too long. */
  void inEnvFile(String path, int line) {
    warn(
        new Position(path, line),
        "a line of more than 64 KiB ends the file: nothing from here on is used");
  }

  /** What only the whole of a build shows. */
  void inAll(ResMap resources) {
    Set<String> clusterWide = new HashSet<>();
    Map<String, String> renamed = new HashMap<>();
    for (var resource : resources.resources()) {
      if (resource.kind().equals("CustomResourceDefinition")
          && Trees.text(resource.body(), "spec", "scope").equals("Cluster")) {
        clusterWide.add(
            Trees.text(resource.body(), "spec", "group")
                + "/"
                + Trees.text(resource.body(), "spec", "names", "kind"));
      } else if (resource.gvk().selectedBy(INGRESS_CLASS)) {
        String before = resource.originalId().name();
        if (!before.equals(resource.name())) {
          renamed.put(before, resource.name());
        }
      }
    }
    if (!clusterWide.isEmpty() || !renamed.isEmpty()) {
      resources.resources().forEach(resource -> check(resource, clusterWide, renamed));
    }
  }

  private void check(Resource resource, Set<String> clusterWide, Map<String, String> renamed) {
    var gvk = resource.gvk();
    if (!resource.namespace().isEmpty() && clusterWide.contains(gvk.group() + "/" + gvk.kind())) {
      warn(
          resource.position(),
          "%s %s is given the namespace %s, and its definition says it has none"
              .formatted(gvk.kind(), resource.name(), resource.namespace()));
    }
    String ingressClass = Trees.text(resource.body(), "spec", "ingressClassName");
    if (gvk.kind().equals("Ingress") && renamed.containsKey(ingressClass)) {
      warn(
          resource.position(),
          "Ingress %s still names the IngressClass %s, which is called %s now"
              .formatted(resource.name(), ingressClass, renamed.get(ingressClass)));
    }
  }
}
