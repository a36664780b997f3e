package dev.plumbline.kustomize;

import java.util.Locale;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Counts what a build costs and stops it at its limits. */
final class Budget {
  private final BuildLimits limits;
  private final BooleanSupplier cancelled;
  private int files;
  private long bytes;

  Budget(BuildLimits limits, BooleanSupplier cancelled) {
    this.limits = limits;
    this.cancelled = cancelled;
  }

  /** Ends the build if whoever asked for it no longer waits. */
  void check() {
    if (cancelled.getAsBoolean()) {
      throw new CancellationException("the build was cancelled");
    }
  }

  void spend(int moreFiles, long moreBytes) {
    check();
    files += moreFiles;
    bytes += moreBytes;
    if (files > limits.files()) {
      throw new BuildException(
          String.format(Locale.ROOT, "more than %,d files in one build", limits.files()));
    }
    if (bytes > limits.bytes()) {
      throw new BuildException(
          String.format(Locale.ROOT, "more than %,d bytes in one build", limits.bytes()));
    }
  }

  int files() {
    return files;
  }

  long bytes() {
    return bytes;
  }

  void demandDepth(int depth) {
    if (depth > limits.depth()) {
      throw new BuildException(
          String.format(
              Locale.ROOT, "more than %,d directories that lead to each other", limits.depth()));
    }
  }

  void demandResources(int count) {
    check();
    if (count > limits.resources()) {
      throw new BuildException(
          String.format(Locale.ROOT, "more than %,d resources in one build", limits.resources()));
    }
  }

  void demandOutput(long size) {
    check();
    if (size > limits.outputBytes()) {
      throw new BuildException(
          String.format(Locale.ROOT, "the output has more than %,d bytes", limits.outputBytes()));
    }
  }
}
