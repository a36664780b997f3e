package dev.plumbline.source;

import dev.plumbline.model.FileTree;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Refuses what Git LFS leaves in the place of a file. */
public final class LfsPointer {
  private static final byte[] BEGINNING =
      "version https://git-lfs.github.com/spec/".getBytes(StandardCharsets.US_ASCII);

  private static final int MAX_LENGTH = 1024;

  private LfsPointer() {}

  /**
   * Hands on the content of a file.
   *
   * @throws FileTree.Unreadable when it is a pointer
   */
  public static byte[] refused(String path, byte[] content) throws FileTree.Unreadable {
    if (content.length <= MAX_LENGTH
        && content.length >= BEGINNING.length
        && Arrays.equals(content, 0, BEGINNING.length, BEGINNING, 0, BEGINNING.length)) {
      throw new FileTree.Unreadable(
          path, "a Git LFS pointer, not the file itself; LFS is not supported");
    }
    return content;
  }
}
