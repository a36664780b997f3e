package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import org.eclipse.jgit.util.sha1.SHA1;
import org.eclipse.jgit.util.sha1.Sha1CollisionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * With the beginning of the two files of https://shattered.io, which have the same SHA-1. As a Git
 * object, behind Git's own header, they have not: so the hash is asked that every object of a pack
 * is named by.
 */
@Tag("SEC-GIT-15")
final class DetectsCollisionsTest extends GitTest {
  private static final String BEGINNING =
      """
      255044462d312e330a25e2e3cfd30a0a0a312030206f626a0a3c3c2f57696474
      682032203020522f4865696768742033203020522f547970652034203020522f
      537562747970652035203020522f46696c7465722036203020522f436f6c6f72
      53706163652037203020522f4c656e6774682038203020522f42697473506572
      436f6d706f6e656e7420383e3e0a73747265616d0affd8fffe00245348412d31
      20697320646561642121212121852fec092339759c39b1a1c63c4c97e1fffe01
      """;

  private static final String ONE =
      """
      7346dc9166b67e118f029ab621b2560ff9ca67cca8c7f85ba84c79030c2b3de2
      18f86db3a90901d5df45c14f26fedfb3dc38e96ac22fe7bd728f0e45bce046d2
      3c570feb141398bb552ef5a0a82be331fea48037b8b5d71f0e332edf93ac3500
      eb4ddc0decc1a864790c782c76215660dd309791d06bd0af3f98cda4bc4629b1
      """;

  private static final String OTHER =
      """
      7f46dc93a6b67e013b029aaa1db2560b45ca67d688c7f84b8c4c791fe02b3df6
      14f86db1690901c56b45c1530afedfb76038e972722fe7ad728f0e4904e046c2
      30570fe9d41398abe12ef5bc942be33542a4802d98b5d70f2a332ec37fac3514
      e74ddc0f2cc1a874cd0c78305a21566461309789606bd0bf3f98cda8044629a1
      """;

  @Test
  void the_hash_that_names_objects_refuses_both_sides_of_the_known_one() {
    for (String side : new String[] {ONE, OTHER}) {
      byte[] bytes = HexFormat.of().parseHex((BEGINNING + side).replace("\n", ""));
      SHA1 hash = SHA1.newInstance();
      hash.update(bytes);

      assertThatThrownBy(hash::toObjectId).isInstanceOf(Sha1CollisionException.class);
    }
  }
}
