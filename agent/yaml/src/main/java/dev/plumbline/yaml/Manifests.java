package dev.plumbline.yaml;

import dev.plumbline.model.Node;
import java.util.List;

/**
 * YAML as the Kubernetes tools read it: {@code yes} is a boolean, {@code 0777} is 511, dates are
 * strings. Values come in canonical form, so that a {@link Node} is what the API server receives.
 * Repeated keys are refused, for two readers might each take another one.
 */
public final class Manifests {
  private Manifests() {}

  /**
   * All documents of a text; an empty one is a null.
   *
   * @param file for positions
   * @throws YamlException when the text is not YAML or exceeds {@link YamlLimits#DEFAULT}
   */
  public static List<Node> read(String text, String file) {
    return read(text, file, YamlLimits.DEFAULT);
  }

  public static List<Node> read(byte[] utf8, String file) {
    return read(Utf8.decode(utf8, file), file);
  }

  public static List<Node> read(String text, String file, YamlLimits limits) {
    return Composer.documents(Dialect.KUBERNETES, limits, Utf8.withoutMark(text), file);
  }
}
