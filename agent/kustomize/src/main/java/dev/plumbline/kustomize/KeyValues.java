package dev.plumbline.kustomize;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Collects the data of one generated resource from env files, literals and files, in this order.
 */
final class KeyValues {
  /** Go's line scanner gives up at a longer line, and what follows is lost. */
  private static final int MAX_LINE = 64 * 1024;

  private static final byte[] MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final SortedMap<String, byte[]> values = new TreeMap<>();
  private final Loader loader;
  private final Surprises surprises;
  private final String name;

  private KeyValues(Loader loader, Surprises surprises, String name) {
    this.loader = loader;
    this.surprises = surprises;
    this.name = name;
  }

  static SortedMap<String, byte[]> of(GeneratorArgs args, Loader loader, Surprises surprises) {
    var all = new KeyValues(loader, surprises, args.name());
    all.each("env source files: ", args.envs(), all::addEnvFile);
    all.each("literal sources ", args.literals(), all::addLiteral);
    all.each("file sources: ", args.files(), all::addFile);
    return all.values;
  }

  /** Adds what one source names. */
  @FunctionalInterface
  private interface Source {
    void add(String source);
  }

  private void each(String what, List<String> sources, Source source) {
    try {
      sources.forEach(source::add);
    } catch (BuildException e) {
      throw e.within("loading KV pairs: %s[%s]".formatted(what, String.join(" ", sources)));
    }
  }

  private void put(String key, byte[] value) {
    if (values.put(key, value) != null) {
      throw new BuildException("configmap %s illegally repeats the key `%s`".formatted(name, key));
    }
  }

  private void addLiteral(String source) {
    int equals = source.indexOf('=');
    if (equals <= 0) {
      throw new BuildException("invalid literal source %s, expected key=value".formatted(source));
    }
    String value = unquoted(source.substring(equals + 1));
    put(source.substring(0, equals), value.getBytes(StandardCharsets.UTF_8));
  }

  private static String unquoted(String text) {
    int last = text.length() - 1;
    boolean quoted =
        last >= 1
            && text.charAt(0) == text.charAt(last)
            && (text.charAt(0) == '"' || text.charAt(0) == '\'');
    return quoted ? text.substring(1, last) : text;
  }

  private void addFile(String source) {
    int equals = source.indexOf('=');
    if (equals != source.lastIndexOf('=')) {
      throw new BuildException(
          "source \"%s\" key name or file path contains '='".formatted(source));
    }
    if (equals == 0) {
      throw new BuildException(
          "missing key name for file path \"%s\" in source \"%s\""
              .formatted(source.substring(1), source));
    }
    if (equals == source.length() - 1 && equals > 0) {
      throw new BuildException(
          "missing file path for key name \"%s\" in source \"%s\""
              .formatted(source.substring(0, equals), source));
    }
    String path = source.substring(equals + 1);
    String key = equals < 0 ? baseName(source) : source.substring(0, equals);
    put(key, loader.load(path).bytes());
  }

  private static String baseName(String path) {
    int end = path.length();
    while (end > 1 && path.charAt(end - 1) == '/') {
      end--;
    }
    String trimmed = path.substring(0, end);
    return trimmed.substring(trimmed.lastIndexOf('/') + 1);
  }

  private void addEnvFile(String path) {
    var file = loader.load(path);
    byte[] bytes = file.bytes();
    int start = 0;
    for (int number = 0; start < bytes.length; number++) {
      int end = start;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      if (end - start >= MAX_LINE) {
        surprises.inEnvFile(file.path(), number + 1);
        return;
      }
      int stop = end > start && bytes[end - 1] == '\r' ? end - 1 : end;
      addEnvLine(Arrays.copyOfRange(bytes, start, stop), number);
      start = end + 1;
    }
  }

  private void addEnvLine(byte[] line, int number) {
    String text;
    try {
      text =
          StandardCharsets.UTF_8
              .newDecoder()
              .decode(ByteBuffer.wrap(number == 0 ? withoutMark(line) : line))
              .toString();
    } catch (CharacterCodingException e) {
      throw new BuildException("line %d has invalid utf8 bytes".formatted(number));
    }
    text = text.stripLeading();
    if (text.isEmpty() || text.charAt(0) == '#') {
      return;
    }
    int equals = text.indexOf('=');
    String key = equals < 0 ? text : text.substring(0, equals);
    if (!key.isEmpty()) {
      put(key, (equals < 0 ? "" : text.substring(equals + 1)).getBytes(StandardCharsets.UTF_8));
    }
  }

  private static byte[] withoutMark(byte[] line) {
    return line.length >= 3 && Arrays.equals(Arrays.copyOf(line, 3), MARK)
        ? Arrays.copyOfRange(line, 3, line.length)
        : line;
  }

  /** Text when the bytes are UTF-8, else null. */
  static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** Base64 in lines of 70 characters, each ended, when it is longer than 70. */
  static String base64(byte[] bytes) {
    byte[] encoded = java.util.Base64.getEncoder().encode(bytes);
    if (encoded.length < 70) {
      return new String(encoded, StandardCharsets.US_ASCII);
    }
    var out = new ByteArrayOutputStream(encoded.length + encoded.length / 70 + 1);
    for (int i = 0; i < encoded.length; i += 70) {
      out.write(encoded, i, Math.min(70, encoded.length - i));
      out.write('\n');
    }
    return out.toString(StandardCharsets.US_ASCII);
  }
}
