package dev.plumbline.render;

/** Paths of a tree. */
final class Paths {
  private Paths() {}

  static String join(String directory, String name) {
    return directory.isEmpty() ? name : directory + "/" + name;
  }
}
