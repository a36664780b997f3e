package dev.plumbline.render;

import dev.plumbline.model.Position;

/**
 * Something a person should look at.
 *
 * @param where unknown if it is about no particular line
 * @param sentence without the place, lower-case start
 */
public record Finding(Position where, String sentence) {
  @Override
  public String toString() {
    return where.toString().isEmpty() ? sentence : where + ": " + sentence;
  }
}
