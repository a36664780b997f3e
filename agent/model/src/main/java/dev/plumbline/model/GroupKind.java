package dev.plumbline.model;

/** A kind of object, whatever its version. The group is empty for the core group. */
public record GroupKind(String group, String kind) {
  @Override
  public String toString() {
    return group.isEmpty() ? kind : group + "/" + kind;
  }
}
