package dev.plumbline.yaml;

/**
 * What one text may cost. Depth is counted while events arrive, nodes after aliases are expanded.
 *
 * @param characters of the whole text
 * @param depth of nested maps and lists
 * @param nodes of the whole text, every alias counted as what it stands for
 * @param documents in one text
 */
public record YamlLimits(int characters, int depth, long nodes, int documents) {
  public static final YamlLimits DEFAULT = new YamlLimits(32 << 20, 200, 4_000_000, 50_000);
}
