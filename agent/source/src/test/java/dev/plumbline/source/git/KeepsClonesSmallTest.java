package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.Clock;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.Metrics;
import dev.plumbline.source.Artifact;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SEC-GIT-08")
final class KeepsClonesSmallTest extends GitTest {
  private static final int NOISE = 300_000;
  private static final long LIMIT = 1_000_000;

  @Test
  void a_branch_that_is_force_pushed_again_and_again_takes_no_more_disk() throws Exception {
    var clock = new HurriedClock();
    repositories.close();
    repositories = new GitRepositories(clones(), Limits.diskBytes(LIMIT), clock, Metrics.none());
    for (int i = 0; i < 12; i++) {
      String commit = fleet.file("noise", noise(i)).commitAnew("main");

      assertThat(fetch("main").heads().get(branch("main")).commit()).isEqualTo(commit);

      assertThat(bytesOnDisk()).isLessThan(LIMIT + NOISE + NOISE / 10);
      assertThat(read(repositories.artifact(main(commit)), "noise")).isEqualTo(noise(i));
      clock.ahead = clock.ahead.plusMinutes(31);
    }
  }

  @Test
  void what_a_reader_has_in_hand_stays_and_what_nobody_has_goes() throws Exception {
    restart(Limits.diskBytes(LIMIT));
    String read = fleet.file("noise", noise(0)).commitAnew("main");
    fetch("main");
    Artifact inHand = repositories.artifact(main(read));
    String unread = fleet.file("noise", noise(1)).commitAnew("main");
    fetch("main");
    for (int i = 2; i < 8; i++) {
      fleet.file("noise", noise(i)).commitAnew("main");
      fetch("main");
    }

    assertThat(read(inHand, "noise")).isEqualTo(noise(0));
    assertThatThrownBy(() -> repositories.artifact(main(unread)))
        .isInstanceOf(FetchNeeded.class)
        .hasMessage("commit %s is not in the repository".formatted(unread));
    assertThat(clonesOnDisk().getFirst().resolve("damaged")).doesNotExist();
    assertThat(fleet.git("--git-dir", clonesOnDisk().getFirst().toString(), "for-each-ref"))
        .contains("refs/seen/")
        .doesNotContain("refs/held/");
  }

  @Test
  void a_history_that_is_itself_too_large_is_not_fetched_on_and_stays_readable() throws Exception {
    restart(Limits.diskBytes(LIMIT));
    String last = "";
    for (int i = 0; i < 4; i++) {
      last = fleet.file("noise" + i, noise(i)).commit("main");
      fetch("main");
    }
    fleet.file("a.yaml", "a: 1\n").commit("main");

    for (int again = 0; again < 2; again++) {
      assertThat(refused(source("main"), Reason.OVER_LIMIT).sentence())
          .matches(".*: its history takes 12\\d{5} bytes on disk, the limit is 1000000");
      assertThat(read(repositories.artifact(main(last)), "noise3")).isEqualTo(noise(3));
    }
    restart(Limits.diskBytes(LIMIT));
    refused(source("main"), Reason.OVER_LIMIT);
    assertThat(read(repositories.artifact(main(last)), "noise0")).isEqualTo(noise(0));
  }

  private long bytesOnDisk() throws Exception {
    return Disk.size(clonesOnDisk().getFirst());
  }

  private static byte[] noise(int seed) {
    var noise = new byte[NOISE];
    new Random(seed).nextBytes(noise);
    return noise;
  }

  private static byte[] read(Artifact artifact, String path) throws Exception {
    FileTree tree = artifact.tree();
    return tree.read((FileTree.File) tree.lookup(path));
  }

  private static final class HurriedClock implements Clock {
    private volatile Duration ahead = Duration.ZERO;

    @Override
    public Instant now() {
      return Instant.now().plus(ahead);
    }

    @Override
    public long nanoTime() {
      return System.nanoTime() + ahead.toNanos();
    }
  }
}
