package dev.plumbline.yaml;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as Go parses and prints them, which is what every Kubernetes tool does. */
final class GoNumbers {
  private static final BigInteger MIN_INT64 = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_UINT64 = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);

  private GoNumbers() {}

  /**
   * The whole number {@code text} stands for when Go reads it with base 0 into 64 bits, signed or
   * else unsigned; null when it is none or too large.
   */
  static BigInteger integer(String text) {
    int at = text.startsWith("+") || text.startsWith("-") ? 1 : 0;
    int radix = radix(text, at);
    int digits = radix == 10 ? at : radix == 8 ? octalDigits(text, at) : at + 2;
    if (digits >= text.length() || !allDigits(text, digits, radix)) {
      return null;
    }
    if (text.length() - digits > 80) {
      return null;
    }
    var magnitude = new BigInteger(text.substring(digits), radix);
    var value = text.startsWith("-") ? magnitude.negate() : magnitude;
    boolean signed = value.bitLength() < 64 && value.compareTo(MIN_INT64) >= 0;
    boolean unsigned = at == 0 && value.compareTo(MAX_UINT64) <= 0;
    return signed || unsigned ? value : null;
  }

  private static int radix(String text, int at) {
    if (text.length() <= at + 1 || text.charAt(at) != '0') {
      return 10;
    }
    return switch (text.charAt(at + 1)) {
      case 'x', 'X' -> 16;
      case 'b', 'B' -> 2;
      default -> 8;
    };
  }

  private static int octalDigits(String text, int at) {
    char c = text.charAt(at + 1);
    return c == 'o' || c == 'O' ? at + 2 : at + 1;
  }

  private static boolean allDigits(String text, int from, int radix) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c > 'f' || Character.digit(c, radix) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Go's encoding/json: plain digits unless the exponent is below -6 or at least 21. */
  static String json(double value) {
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    double size = Math.abs(value);
    var shortest = shortest(value);
    if (size < 1e-6 || size >= 1e21) {
      String text = exponential(shortest);
      // Go writes e-09 as e-9 in JSON, and leaves e+09 alone.
      int e = text.indexOf("e-0");
      return e < 0 ? text : text.substring(0, e + 2) + text.substring(e + 3);
    }
    return shortest.toPlainString();
  }

  /** Go's %g with the shortest digits: exponent form below 1e-4 and from 1e6 on. */
  static String general(double value) {
    if (Double.isInfinite(value)) {
      return value > 0 ? "+Inf" : "-Inf";
    }
    if (value == 0) {
      return 1 / value < 0 ? "-0" : "0";
    }
    var shortest = shortest(value);
    int exponent = shortest.precision() - shortest.scale() - 1;
    boolean exponential = exponent < -4 || exponent >= 6;
    return exponential ? exponential(shortest) : shortest.toPlainString();
  }

  private static String exponential(BigDecimal value) {
    String digits = value.unscaledValue().abs().toString();
    int exponent = digits.length() - value.scale() - 1;
    var out = new StringBuilder();
    if (value.signum() < 0) {
      out.append('-');
    }
    out.append(digits.charAt(0));
    if (digits.length() > 1) {
      out.append('.').append(digits, 1, digits.length());
    }
    out.append('e').append(exponent < 0 ? '-' : '+');
    int size = Math.abs(exponent);
    return (size < 10 ? out.append('0') : out).append(size).toString();
  }

  private static BigDecimal shortest(double value) {
    var digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
    if (digits.precision() == 2) {
      // Java prefers two digits where one would do: 4.9E-324 instead of 5E-324.
      for (var mode : new RoundingMode[] {RoundingMode.HALF_UP, RoundingMode.DOWN}) {
        var one = digits.round(new MathContext(1, mode));
        if (one.doubleValue() == value) {
          return one.stripTrailingZeros();
        }
      }
    }
    return digits;
  }
}
