package dev.plumbline.source.git;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.treewalk.CanonicalTreeParser;

/**
 * One Git tree object, read once.
 *
 * @param names sorted by code point
 * @param readable false when it has more entries than are read
 */
record ParsedTree(ObjectId id, Map<String, Entry> entries, List<String> names, boolean readable) {
  /** A mode, a name and an id; real names are far shorter than this on average. */
  private static final int BYTES_PER_ENTRY = 128;

  record Entry(Kind kind, ObjectId id) {}

  enum Kind {
    FILE,
    DIRECTORY,
    LINK,
    SUBMODULE,
    /** Its name is not UTF-8; listed under a spelled-out name, never opened. */
    UNNAMEABLE
  }

  static long maxBytes(int maxEntries) {
    return (long) maxEntries * BYTES_PER_ENTRY;
  }

  static ParsedTree tooLarge(ObjectId id) {
    return new ParsedTree(id, Map.of(), List.of(), false);
  }

  static ParsedTree parse(ObjectId id, byte[] raw, int maxEntries) {
    var entries = new HashMap<String, Entry>();
    var parser = new CanonicalTreeParser();
    for (parser.reset(raw); !parser.eof(); parser.next()) {
      var name = new byte[parser.getNameLength()];
      parser.getName(name, 0);
      put(entries, name, new Entry(kind(parser.getEntryFileMode()), parser.getEntryObjectId()));
      if (entries.size() > maxEntries) {
        return tooLarge(id);
      }
    }
    return new ParsedTree(id.copy(), Map.copyOf(entries), sorted(entries), true);
  }

  private static void put(Map<String, Entry> entries, byte[] name, Entry entry) {
    try {
      entries.put(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(name)).toString(), entry);
    } catch (CharacterCodingException e) {
      entries.put(spelledOut(name), new Entry(Kind.UNNAMEABLE, entry.id()));
    }
  }

  // A backslash is in no other name: the checks at fetch time refuse it.
  private static String spelledOut(byte[] name) {
    var text = new StringBuilder();
    for (byte b : name) {
      text.append(b >= 0x20 && b < 0x7f ? "" + (char) b : "\\x%02x".formatted(b & 0xff));
    }
    return text.toString();
  }

  private static Kind kind(FileMode mode) {
    return switch (mode.getBits() & FileMode.TYPE_MASK) {
      case FileMode.TYPE_TREE -> Kind.DIRECTORY;
      case FileMode.TYPE_SYMLINK -> Kind.LINK;
      case FileMode.TYPE_GITLINK -> Kind.SUBMODULE;
      default -> Kind.FILE;
    };
  }

  // UTF-8 sorts by code point, Java's strings by UTF-16 unit.
  private static List<String> sorted(Map<String, Entry> entries) {
    return entries.keySet().stream()
        .map(name -> name.getBytes(StandardCharsets.UTF_8))
        .sorted(Arrays::compareUnsigned)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .toList();
  }
}
