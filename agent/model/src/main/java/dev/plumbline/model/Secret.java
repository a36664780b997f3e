package dev.plumbline.model;

import java.util.function.Function;

/**
 * A value that must not be seen: it prints as stars, whatever prints it, and can only be used where
 * it is needed. It is neither a record nor serialisable, so nothing reaches inside by reflection on
 * components.
 */
public final class Secret<T> {
  private final T value;

  private Secret(T value) {
    this.value = value;
  }

  public static <T> Secret<T> of(T value) {
    if (value == null) {
      throw new IllegalArgumentException("a secret needs a value");
    }
    return new Secret<>(value);
  }

  /** Hands the value to the one who needs it; what comes back should not hold it. */
  public <R> R use(Function<? super T, ? extends R> user) {
    return user.apply(value);
  }

  /** The same secret in another form, for example bytes decoded to a key. */
  public <R> Secret<R> map(Function<? super T, ? extends R> form) {
    return new Secret<>(form.apply(value));
  }

  @Override
  public String toString() {
    return "***";
  }
}
