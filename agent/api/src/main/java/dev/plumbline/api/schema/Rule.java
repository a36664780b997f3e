package dev.plumbline.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A CEL rule the API server checks, on an object or on one field of it. */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
@Repeatable(Rule.All.class)
public @interface Rule {
  String value();

  /** What a person reads who broke it. */
  String message();

  /** Several rules. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({ElementType.TYPE, ElementType.RECORD_COMPONENT})
  @interface All {
    Rule[] value();
  }
}
