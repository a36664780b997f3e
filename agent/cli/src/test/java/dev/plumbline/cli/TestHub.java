package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.yaml.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The shared control plane with our definitions, and a namespace of it as a hub. */
final class TestHub {
  static final ControlPlane PLANE = ControlPlane.shared();
  private static final String CRDS = Path.of("../../manifests/crds").toAbsolutePath().toString();

  private final String namespace;

  private TestHub(String namespace) {
    this.namespace = namespace;
  }

  static TestHub in(String hint) {
    PLANE.kubectl("apply", "--server-side", "-k", CRDS);
    PLANE.kubectl("wait", "--for=condition=Established", "customresourcedefinitions", "--all");
    return new TestHub(PLANE.namespace(hint));
  }

  String namespace() {
    return namespace;
  }

  /** Runs a command on this hub, as the administrator. */
  Ran plumb(String command, Object... arguments) {
    var words = new ArrayList<Object>(List.of(command));
    words.addAll(List.of("--kubeconfig", PLANE.kubeconfigFile(), "-n", namespace));
    words.addAll(List.of(arguments));
    return Ran.plumb(words.toArray());
  }

  void create(String manifest) {
    PLANE.kubectlWith(manifest, "create", "-n", namespace, "-f", "-");
  }

  static String sync(String name, String target) {
    return """
        apiVersion: plumbline.dev/v1alpha1
        kind: Sync
        metadata: {name: %s, labels: {of: %s}}
        spec: {source: {name: fleet, branch: main}, path: web, targetRef: {name: %s}}
        ---
        """
        .formatted(name, name, target);
  }

  static String target(String name) {
    return """
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: %s, labels: {env: prod}}
        spec: {inCluster: true}
        ---
        """
        .formatted(name);
  }

  static String repository(String name) {
    return """
        apiVersion: plumbline.dev/v1alpha1
        kind: Repository
        metadata: {name: %s}
        spec: {url: "https://git.example.com/%s.git"}
        ---
        """
        .formatted(name, name);
  }

  void status(String kind, String name, String status) {
    PLANE.kubectl(
        "patch",
        kind,
        name,
        "-n",
        namespace,
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\": " + status + "}");
  }

  MapNode object(String plural, String name) {
    return PLANE.api().get(path(plural) + "/" + name).json();
  }

  String path(String plural) {
    return "/apis/plumbline.dev/v1alpha1/namespaces/%s/%s".formatted(namespace, plural);
  }

  static MapNode json(String text) {
    return (MapNode) Json.read(text);
  }
}
