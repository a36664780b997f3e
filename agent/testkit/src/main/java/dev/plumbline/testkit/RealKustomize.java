package dev.plumbline.testkit;

import java.nio.file.Path;
import java.util.List;

/** The real kustomize 5.8.1, which our engine is compared with. */
public final class RealKustomize {
  private RealKustomize() {}

  /** What {@code kustomize build} prints for a directory of this clone. */
  public static String build(Path directory) {
    Checkout.build("kustomize");
    return Subprocess.run(
        Checkout.ROOT,
        List.of(Checkout.BIN.resolve("kustomize").toString(), "build", directory.toString()));
  }
}
