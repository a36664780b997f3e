package dev.plumbline.model;

import java.time.Duration;

/**
 * Where the stages count what they do. Labels come in pairs, name and value, and must be few: never
 * an object's name.
 */
public interface Metrics {
  void count(String name, long amount, String... labels);

  void time(String name, Duration took, String... labels);

  void gauge(String name, double value, String... labels);

  default void count(String name, String... labels) {
    count(name, 1, labels);
  }

  static Metrics none() {
    return new Metrics() {
      @Override
      public void count(String name, long amount, String... labels) {}

      @Override
      public void time(String name, Duration took, String... labels) {}

      @Override
      public void gauge(String name, double value, String... labels) {}
    };
  }
}
