package dev.plumbline.render;

/**
 * What the render of a plain directory may cost. The kustomize engine has limits of its own.
 *
 * @param files read
 * @param bytes read
 * @param objects found
 * @param objectBytes of one object as JSON. An API server takes no body beyond 3 MiB
 * @param findings after which no more are looked for
 */
public record RenderLimits(int files, long bytes, int objects, int objectBytes, int findings) {
  public static final RenderLimits DEFAULT =
      new RenderLimits(20_000, 256L << 20, 100_000, 3 << 20, 20);
}
