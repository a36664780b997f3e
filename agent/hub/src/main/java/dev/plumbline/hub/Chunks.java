package dev.plumbline.hub;

import dev.plumbline.model.Digest;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a long list of entries into chunks that one object each can hold.
 *
 * <p>Where to cut is decided by the entries themselves, so that an entry that changes, comes or
 * goes changes its own chunk, seldom a neighbour, and never all that follow.
 */
final class Chunks {
  static final int MAX_BYTES = 512 * 1024;
  static final int MAX_ENTRIES = 8192;

  // From here on one entry in 512 ends a chunk: with entries of 250 bytes about 128 KiB later.
  private static final int MIN_BYTES = 128 * 1024;
  private static final int CUT_MASK = 511;

  private Chunks() {}

  static List<List<String>> cut(List<String> entries) {
    var chunks = new ArrayList<List<String>>();
    var chunk = new ArrayList<String>();
    int bytes = 0;
    for (String entry : entries) {
      int size = entry.getBytes(StandardCharsets.UTF_8).length + 3;
      if (bytes + size > MAX_BYTES || chunk.size() == MAX_ENTRIES) {
        chunks.add(List.copyOf(chunk));
        chunk.clear();
        bytes = 0;
      }
      chunk.add(entry);
      bytes += size;
      if (bytes >= MIN_BYTES && endsChunk(entry)) {
        chunks.add(List.copyOf(chunk));
        chunk.clear();
        bytes = 0;
      }
    }
    if (!chunk.isEmpty()) {
      chunks.add(List.copyOf(chunk));
    }
    return chunks;
  }

  static Digest digest(List<String> texts) {
    return Digest.of(Json.canonical(ListNode.of(texts.stream().map(ScalarNode::of).toList())));
  }

  private static boolean endsChunk(String entry) {
    int mixed = entry.hashCode() * 0x9E3779B9;
    return (mixed >>> 16 & CUT_MASK) == 0;
  }
}
