package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class ComputesBesideTheLoopTest {
  private final Crunching crunching = new Crunching();

  @Test
  void work_without_an_end_on_every_core_stops_no_virtual_thread() throws Exception {
    int many = 2 * Runtime.getRuntime().availableProcessors();
    var ended = new AtomicBoolean();
    var begun = new CountDownLatch(many);
    var answered = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < many; i++) {
        threads.execute(() -> crunch(begun, ended));
      }
      boolean all = begun.await(20, TimeUnit.SECONDS);

      threads.execute(answered::countDown);
      boolean probe = answered.await(20, TimeUnit.SECONDS);

      ended.set(true);
      assertThat(all).as("all of it is computed side by side").isTrue();
      assertThat(probe).as("the probe is answered").isTrue();
    }
  }

  @Test
  void what_fails_is_thrown_as_it_is() {
    var fault = new IOException("the disk is gone");
    var bug = new IllegalStateException("a fault of ours");

    assertThatThrownBy(() -> crunching.run(() -> fail(fault))).isSameAs(fault);
    assertThatThrownBy(() -> crunching.run(() -> fail(bug))).isSameAs(bug);
  }

  private static String fail(Exception why) throws Exception {
    throw why;
  }

  private void crunch(CountDownLatch begun, AtomicBoolean ended) {
    try {
      boolean ignored = crunching.run(() -> compute(begun, ended));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean compute(CountDownLatch begun, AtomicBoolean ended) {
    begun.countDown();
    while (!ended.get()) {
      Thread.onSpinWait();
    }
    return true;
  }
}
