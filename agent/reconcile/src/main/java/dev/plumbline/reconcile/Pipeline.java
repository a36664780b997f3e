package dev.plumbline.reconcile;

import dev.plumbline.model.Clock;
import dev.plumbline.model.ReadSet;
import dev.plumbline.model.Revision;
import dev.plumbline.render.RenderFailed;
import dev.plumbline.render.RenderRequest;
import dev.plumbline.render.Rendered;
import dev.plumbline.render.Renderer;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.verify.Attested;
import dev.plumbline.verify.Attester;
import dev.plumbline.verify.Verdict;
import dev.plumbline.verify.Verified;
import dev.plumbline.verify.Verifier;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** From a revision to objects that may be applied: artifact, verify, render, attest. */
final class Pipeline {
  // As long as a Tenant may allow at most.
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final GitRepositories repositories;
  private final Verifier verifier;
  private final Renderer renderer;
  private final Clock clock;
  private final Attester attester = new Attester();
  private final Crunching crunching = new Crunching();

  Pipeline(GitRepositories repositories, Verifier verifier, Renderer renderer, Clock clock) {
    this.repositories = repositories;
    this.verifier = verifier;
    this.renderer = renderer;
    this.clock = clock;
  }

  /** What a revision gives. */
  sealed interface Result {
    record Ready(Attested<Rendered> attested) implements Result {
      Verified verified() {
        return attested.verified();
      }

      Rendered rendered() {
        return attested.value();
      }
    }

    /** It may not be used. Nothing of it was rendered. */
    record Refused(Failure failure) implements Result {}

    /**
     * It cannot be rendered.
     *
     * @param reads what was looked at: a change to it may mend it
     */
    record Broken(Verified verified, Failure failure, ReadSet reads) implements Result {}
  }

  /**
   * @throws IOException when it could not find out
   */
  Result run(Revision revision, RenderRequest request) throws IOException {
    return run(revision, request, Optional.empty());
  }

  /**
   * @param atMost how long the render may take; empty for as long as the agent allows, ten minutes
   */
  Result run(Revision revision, RenderRequest request, Optional<Duration> atMost)
      throws IOException {
    return crunching.run(() -> through(revision, request, atMost));
  }

  private Result through(Revision revision, RenderRequest request, Optional<Duration> atMost)
      throws IOException {
    return switch (verifier.verify(repositories.artifact(revision))) {
      case Verdict.Refused(Verdict.Reason reason, String detail) ->
          new Result.Refused(new Failure(Failure.camel(reason), detail));
      case Verdict.Trusted(Verified verified) -> render(verified, request, atMost);
    };
  }

  private Result render(Verified verified, RenderRequest request, Optional<Duration> atMost)
      throws IOException {
    long began = clock.nanoTime();
    Duration most = atMost.orElse(LONGEST);
    try {
      return render(verified, request, () -> clock.elapsed(began).compareTo(most) > 0);
    } catch (CancellationException e) {
      return new Result.Refused(
          new Failure(
              Failure.QUOTA,
              "its render was ended after %d s, the %s"
                  .formatted(
                      most.toSeconds(),
                      atMost.isPresent() ? "renderSeconds of its Tenant" : "most there may be")));
    }
  }

  private Result render(Verified verified, RenderRequest request, BooleanSupplier ended)
      throws IOException {
    return switch (renderer.render(verified, request, ended)) {
      case RenderFailed failed ->
          new Result.Broken(
              verified, new Failure("RenderFailed", failed.sentence()), failed.readSet());
      case Rendered rendered ->
          attester
              .attest(rendered)
              .<Result>map(Result.Ready::new)
              .orElseThrow(() -> new IllegalStateException("a verified source was not attested"));
    };
  }
}
