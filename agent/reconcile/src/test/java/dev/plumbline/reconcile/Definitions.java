package dev.plumbline.reconcile;

import dev.plumbline.testkit.ControlPlane;
import java.nio.file.Path;
import java.util.Map;
import java.util.WeakHashMap;

/** Our kinds on a cluster, installed once for all tests of this process that use it. */
final class Definitions {
  private static final Path FOLDER = Path.of("../../manifests/crds").toAbsolutePath();
  private static final Map<ControlPlane, Boolean> INSTALLED = new WeakHashMap<>();

  private Definitions() {}

  static synchronized void installOn(ControlPlane plane) {
    INSTALLED.computeIfAbsent(plane, Definitions::install);
  }

  private static boolean install(ControlPlane plane) {
    plane.kubectl("apply", "-k", FOLDER.toString());
    plane.kubectl(
        "wait",
        "--for=condition=Established",
        "--timeout=30s",
        "customresourcedefinitions",
        "--all");
    return true;
  }
}
