package dev.plumbline.source;

import java.io.IOException;
import java.util.List;

/** What stands in a tree under one name, symbolic links not followed. */
public sealed interface Slot {
  record File(String id, long size) implements Slot {}

  /**
   * @param target as it was written, unchecked
   */
  record Link(String target) implements Slot {}

  /**
   * @param why for people
   */
  record Missing(String why) implements Slot {}

  /** A directory that can be asked for one name at a time. */
  non-sealed interface Directory extends Slot {
    String id();

    /** Sorted by code point. */
    List<String> names() throws IOException;

    Slot child(String name) throws IOException;
  }
}
