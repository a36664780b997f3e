package dev.plumbline.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What may stand in a field. Everything has an upper bound, or the server prices no rule on it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Field {
  /** What it means, for people; one or two sentences. */
  String doc();

  /** How it is written, where Java has no such name for a component. */
  String name() default "";

  boolean required() default false;

  /** The value of an absent field, as text; {@code {}} for an object of defaults. */
  String initial() default "";

  /** The fewest characters, items or entries. */
  int min() default 0;

  /** The most characters, items or entries. */
  int max() default 0;

  /** The most characters of each string of a list, each key of a map. */
  int each() default 0;

  /** The smallest number, or the shortest duration ({@code 1s}). */
  String from() default "";

  /** The largest number, or the longest duration ({@code 24h}). */
  String to() default "";

  /** The field by which the items of a list are told apart; the list is then a map. */
  String key() default "";

  /** A text that may also be written as a whole number. */
  boolean orNumber() default false;
}
