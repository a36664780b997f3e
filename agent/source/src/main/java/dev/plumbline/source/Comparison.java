package dev.plumbline.source;

import java.util.Map;

/** One comparison of a range: {@code >=1.0.0}. */
record Comparison(Operator operator, Partial than) {
  static final String OPERATORS = "!=|>=|=>|<=|=<|~>|[<>=~^]|";

  private static final Map<String, Operator> SPELLED =
      Map.ofEntries(
          Map.entry("", Operator.EQUAL),
          Map.entry("=", Operator.EQUAL),
          Map.entry("!=", Operator.OTHER),
          Map.entry(">", Operator.ABOVE),
          Map.entry("<", Operator.BELOW),
          Map.entry(">=", Operator.AT_LEAST),
          Map.entry("=>", Operator.AT_LEAST),
          Map.entry("<=", Operator.AT_MOST),
          Map.entry("=<", Operator.AT_MOST),
          Map.entry("~", Operator.TILDE),
          Map.entry("~>", Operator.TILDE),
          Map.entry("^", Operator.CARET));

  enum Operator {
    EQUAL,
    OTHER,
    ABOVE,
    BELOW,
    AT_LEAST,
    AT_MOST,
    TILDE,
    CARET
  }

  /**
   * @throws IllegalArgumentException with a sentence, for {@code >*}
   */
  static Comparison of(String operator, Partial than) {
    Operator read = SPELLED.get(operator);
    if (than.given() == 0 && read != Operator.EQUAL && read != Operator.AT_LEAST) {
      throw new IllegalArgumentException(
          "'%s' before an open version means nothing".formatted(operator));
    }
    return new Comparison(read, than);
  }

  boolean namesPreRelease() {
    return than.lowest().isPreRelease();
  }

  boolean holds(Version version) {
    int order = Version.PRECEDENCE.compare(version, than.lowest());
    return switch (operator) {
      case EQUAL -> than.whole() ? order == 0 : order >= 0 && than.near(version);
      case OTHER -> than.whole() ? order != 0 : order < 0 || !than.near(version);
      case ABOVE -> order > 0 && (than.whole() || !than.near(version));
      case BELOW -> order < 0;
      case AT_LEAST -> order >= 0;
      case AT_MOST -> order <= 0 || (!than.whole() && than.near(version));
      case TILDE -> order >= 0 && than.near(version);
      case CARET -> order >= 0 && compatible(version);
    };
  }

  // The first number that is not zero may not change: ^1.2.3, ^0.2.3, ^0.0.3.
  private boolean compatible(Version version) {
    Version lowest = than.lowest();
    if (version.major() != lowest.major()) {
      return false;
    }
    if (lowest.major() > 0 || than.given() == 1) {
      return true;
    }
    if (version.minor() != lowest.minor()) {
      return false;
    }
    return lowest.minor() > 0 || than.given() == 2 || version.patch() == lowest.patch();
  }
}
