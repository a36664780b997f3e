package dev.plumbline.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WorksOneByOneTest {
  private final OneByOne<String> turns = new OneByOne<>();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private Thread busy;

  @BeforeEach
  void somebody_is_at_work() throws InterruptedException {
    busy =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    turns.run("app", () -> false, this::waits);
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                });
    begun.await();
  }

  @AfterEach
  void nothing_is_left_behind() throws InterruptedException {
    goOn.countDown();
    busy.join();
    assertThat(turns.size()).isZero();
  }

  private String waits() {
    begun.countDown();
    try {
      goOn.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return "done";
  }

  @Test
  void something_else_does_not_wait() throws IOException {
    assertThat(turns.run("other", () -> false, () -> "at once")).isEqualTo("at once");
  }

  @Test
  void who_is_cancelled_waits_no_longer() {
    assertThatThrownBy(() -> turns.run("app", () -> true, () -> "never"))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void who_is_interrupted_waits_no_longer() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var waiting =
          threads.submit(
              () -> {
                Thread.currentThread().interrupt();
                return turns.run("app", () -> false, () -> "never");
              });

      assertThatThrownBy(waiting::get).hasCauseInstanceOf(InterruptedIOException.class);
    }
  }

  @Test
  void the_next_comes_when_the_first_is_done() throws Exception {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var next = threads.submit(() -> turns.run("app", () -> false, () -> "next"));
      goOn.countDown();

      assertThat(next.get()).isEqualTo("next");
    }
  }
}
