package dev.plumbline.api.schema;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A kind of object, named like the record, whose components are its top-level fields: {@code spec}
 * and, where it has one, {@code status}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Kind {
  String doc();

  String plural();

  String[] shortNames();

  Column[] columns();

  /** One column of {@code kubectl get}; those of priority 1 show with {@code -o wide} only. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target({})
  @interface Column {
    String name();

    String path();

    String type() default "string";

    String doc();

    int priority() default 0;
  }
}
