package dev.plumbline.render;

/**
 * What to render.
 *
 * @param directory a directory of the tree; {@code ""} and {@code "."} are its root, {@code "./a/"}
 *     is {@code "a"}
 * @param settings what is asked for besides
 */
public record RenderRequest(String directory, RenderSettings settings) {
  public RenderRequest {
    while (directory.startsWith("./")) {
      directory = directory.substring(2);
    }
    while (directory.endsWith("/")) {
      directory = directory.substring(0, directory.length() - 1);
    }
    if (directory.equals(".")) {
      directory = "";
    }
  }

  public RenderRequest(String directory) {
    this(directory, RenderSettings.NONE);
  }

  /** The path alone. */
  RenderRequest plain() {
    return new RenderRequest(directory);
  }
}
