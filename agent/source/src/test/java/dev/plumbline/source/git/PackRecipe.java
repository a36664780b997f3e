package dev.plumbline.source.git;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;

/**
 * A pack written as text, so that a change of a byte meets an object and no checksum: objects with
 * a line between them, each a letter for its type and its content, where {@code {0}} stands for the
 * id of the first one and {@code {0x}} for the same in hexadecimal digits. What begins with {@code
 * P} is a pack itself, but for its checksum.
 */
final class PackRecipe {
  private static final String SEPARATOR = "\n%%%\n";
  private static final Pattern ID = Pattern.compile("\\{([0-9])(x?)}");
  // commit, tree, blob, tag; delta against an offset, and against an id
  private static final String TYPES = "ctbg.or";
  private static final int MOST_OBJECTS = 64;

  private record Item(int type, String text) {
    byte[] content() {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  private PackRecipe() {}

  static byte[] pack(byte[] recipe) {
    var pack = new ByteArrayOutputStream();
    if (recipe.length > 0 && recipe[0] == 'P') {
      pack.writeBytes(recipe);
    } else {
      List<Item> items = items(recipe);
      pack.writeBytes("PACK".getBytes(StandardCharsets.US_ASCII));
      pack.writeBytes(ByteBuffer.allocate(8).putInt(2).putInt(items.size()).array());
      items.forEach(item -> write(item, pack));
    }
    pack.writeBytes(sha1(pack.toByteArray()));
    return pack.toByteArray();
  }

  /** Of the objects that are whole. */
  static List<ObjectId> ids(byte[] recipe) {
    return recipe.length > 0 && recipe[0] == 'P'
        ? List.of()
        : items(recipe).stream().filter(item -> item.type <= 4).map(PackRecipe::id).toList();
  }

  private static List<Item> items(byte[] recipe) {
    var items = new ArrayList<Item>();
    var ids = new ArrayList<ObjectId>();
    String text = new String(recipe, StandardCharsets.ISO_8859_1);
    for (String part : text.split(SEPARATOR, MOST_OBJECTS)) {
      if (part.isEmpty() || TYPES.indexOf(part.charAt(0)) < 0) {
        continue;
      }
      String content = ID.matcher(part.substring(1)).replaceAll(match -> told(match, ids));
      var item = new Item(TYPES.indexOf(part.charAt(0)) + 1, content);
      items.add(item);
      ids.add(item.type <= 4 ? id(item) : ObjectId.zeroId());
    }
    return items;
  }

  private static String told(MatchResult match, List<ObjectId> ids) {
    int number = Integer.parseInt(match.group(1));
    ObjectId id = number < ids.size() ? ids.get(number) : ObjectId.zeroId();
    var raw = new byte[Constants.OBJECT_ID_LENGTH];
    id.copyRawTo(raw, 0);
    return Matcher.quoteReplacement(
        match.group(2).isEmpty() ? new String(raw, StandardCharsets.ISO_8859_1) : id.name());
  }

  private static ObjectId id(Item item) {
    return new ObjectInserter.Formatter().idFor(item.type, item.content());
  }

  // A type and a length, seven bits at a time; before a delta, what it is one of; then the bytes.
  private static void write(Item item, ByteArrayOutputStream pack) {
    byte[] content = item.content();
    int before = item.type == 6 ? 1 : item.type == 7 ? Constants.OBJECT_ID_LENGTH : 0;
    int split = Math.min(before, content.length);
    int length = content.length - split;
    int first = (item.type << 4) | (length & 15);
    for (length >>>= 4; length > 0; length >>>= 7) {
      pack.write(first | 0x80);
      first = length & 0x7f;
    }
    pack.write(first);
    pack.write(content, 0, split);
    pack.writeBytes(deflated(content, split));
  }

  private static byte[] deflated(byte[] content, int from) {
    var out = new ByteArrayOutputStream();
    try (var deflating = new DeflaterOutputStream(out, new Deflater(Deflater.BEST_SPEED))) {
      deflating.write(content, from, content.length - from);
    } catch (IOException e) {
      throw new IllegalStateException("memory does not fail", e);
    }
    return out.toByteArray();
  }

  private static byte[] sha1(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
