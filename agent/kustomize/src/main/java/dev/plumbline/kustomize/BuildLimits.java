package dev.plumbline.kustomize;

/**
 * What one build may cost. A base that is used twice counts twice.
 *
 * @param files read
 * @param bytes read
 * @param depth of directories that lead to each other
 * @param resources at any time
 * @param outputBytes printed
 */
public record BuildLimits(int files, long bytes, int depth, int resources, long outputBytes) {
  public static final BuildLimits DEFAULT =
      new BuildLimits(20_000, 256L << 20, 64, 100_000, 512L << 20);
}
