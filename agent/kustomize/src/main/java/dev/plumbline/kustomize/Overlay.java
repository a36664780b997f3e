package dev.plumbline.kustomize;

import java.util.List;

/**
 * An overlay that is in no tree: what somebody asks of a base from outside. Empty parts ask for
 * nothing.
 *
 * @param holder what holds these fields, for messages: {@code spec}
 * @param components paths from the directory of the base
 */
public record Overlay(
    String holder,
    String targetNamespace,
    String namePrefix,
    String nameSuffix,
    List<Image> images,
    List<Patch> patches,
    List<String> components) {
  public Overlay {
    images = List.copyOf(images);
    patches = List.copyOf(patches);
    components = List.copyOf(components);
  }

  /** Whether it asks for anything at all. */
  public boolean isEmpty() {
    return targetNamespace.isEmpty()
        && namePrefix.isEmpty()
        && nameSuffix.isEmpty()
        && images.isEmpty()
        && patches.isEmpty()
        && components.isEmpty();
  }

  /** Another name, tag or digest for images of a name; empty parts stay as they are. */
  public record Image(String name, String newName, String newTag, String digest) {}

  /**
   * @param patch the text of a strategic merge patch or a JSON patch
   * @param target what it changes; null for what the patch itself names
   */
  public record Patch(String patch, Selector target) {}
}
