package dev.plumbline.model;

import java.security.SecureRandom;

/**
 * Names one run, everywhere: logs, events, user agent, status. A ULID: 26 Crockford base-32 digits,
 * ordered by time.
 */
public record OperationId(String text) {
  private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  private static final SecureRandom RANDOM = new SecureRandom();

  public OperationId {
    if (!text.matches("[0-7][0-9A-HJKMNP-TV-Z]{25}")) {
      throw new IllegalArgumentException("not an operation id: '%s'".formatted(text));
    }
  }

  public static OperationId next(Clock clock) {
    var digits = new char[26];
    long millis = clock.now().toEpochMilli();
    for (int i = 9; i >= 0; i--) {
      digits[i] = DIGITS.charAt((int) (millis & 31));
      millis >>>= 5;
    }
    for (int i = 10; i < 26; i++) {
      digits[i] = DIGITS.charAt(RANDOM.nextInt(32));
    }
    return new OperationId(new String(digits));
  }

  @Override
  public String toString() {
    return text;
  }
}
