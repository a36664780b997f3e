package dev.plumbline.kube;

/** The very object, in the very version, a write was planned for. Anything else is not touched. */
public record Guard(String uid, String resourceVersion) {
  public Guard {
    if (uid.isEmpty() || resourceVersion.isEmpty()) {
      throw new IllegalArgumentException("a guard needs a uid and a resourceVersion");
    }
  }
}
