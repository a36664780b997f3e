package dev.plumbline.cli;

import java.util.Iterator;
import java.util.stream.Stream;

/** The kinds, for completion. */
final class KindWords implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Stream.of(ShownKind.values()).map(ShownKind::plural).iterator();
  }
}
