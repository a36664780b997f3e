package dev.plumbline.kustomize;

import dev.plumbline.model.Position;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Set;

/** Builds a base on its own, or takes it from the memo where it was built before. */
final class Bases {
  private final Build build;
  private final Loader loader;

  /**
   * @param loader of the kustomization that names the base; null where it is in no tree
   */
  Bases(Build build, Loader loader) {
    this.build = build;
    this.loader = loader;
  }

  Accumulator.Base base(Loader below, String origin) {
    // Origins tell the way from the top, a schema may be another one elsewhere, and what is fetched
    // may be something else tomorrow.
    boolean fetches = build.options.remotes().isPresent();
    if (origin != null || build.types.isSet() || fetches) {
      return built(build, below, origin);
    }
    var key = new Memo.BaseKey(below.root(), below.rootId(), build.options);
    var known = build.memo.base(key);
    if (known != null && fits(known, below)) {
      if (loader != null) {
        known.roots().forEach(loader::refuseCycle);
      }
      build.budget.spend(known.files(), known.bytes());
      build.warnings.addAll(known.warnings());
      build.roots.addAll(known.roots());
      below.reads().include(known.found(), known.readSet());
      build.types.look(known.base().resources());
      return known.base();
    }
    return remembered(below, key);
  }

  private static boolean fits(Memo.BuiltBase known, Loader below) {
    try {
      return known.fits(below.reads().tree());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Accumulator.Base remembered(Loader below, Memo.BaseKey key) {
    int files = build.budget.files();
    long bytes = build.budget.bytes();
    var inner = build.inner();
    try {
      var base = built(inner, below, null);
      if (!build.types.isSet()) {
        build.memo.put(
            key,
            new Memo.BuiltBase(
                base,
                below.reads().found(),
                below.reads().readSet(),
                Set.copyOf(inner.roots),
                List.copyOf(inner.warnings),
                build.budget.files() - files,
                build.budget.bytes() - bytes,
                new WeakReference<>(below.reads().tree())));
      }
      return base;
    } finally {
      build.warnings.addAll(inner.warnings);
      build.roots.addAll(inner.roots);
    }
  }

  private static Accumulator.Base built(Build build, Loader below, String origin) {
    var target = Target.load(build, below, origin);
    if (target.kustomization().kind.equals(Kustomization.COMPONENT)) {
      throw new BuildException(
          new Position(target.kustomization().file, 0),
          "expected kind != 'Component' for path '%s'".formatted(below.root()));
    }
    var accumulator = new Accumulator();
    try {
      target.accumulate(accumulator);
    } catch (BuildException e) {
      throw e.within("recursed accumulation of path '%s'".formatted(below.root()));
    }
    return accumulator.finished();
  }
}
