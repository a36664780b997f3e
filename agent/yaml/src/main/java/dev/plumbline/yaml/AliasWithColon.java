package dev.plumbline.yaml;

/**
 * An alias that is a key, as in {@code *name: value}: for go-yaml the colon is none of its
 * characters, for the reader here it is one.
 */
@SuppressWarnings("serial")
final class AliasWithColon extends RuntimeException {
  /** Where the colon is, in code points. */
  final int index;

  AliasWithColon(int index) {
    super(null, null, false, false);
    this.index = index;
  }

  /** The text with the colon set apart. */
  String apart(String text) {
    int at = text.offsetByCodePoints(0, index);
    return text.substring(0, at) + " " + text.substring(at);
  }
}
