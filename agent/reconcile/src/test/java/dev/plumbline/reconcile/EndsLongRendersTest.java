package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.render.RenderRequest;
import dev.plumbline.render.Renderer;
import dev.plumbline.source.git.FetchOutcome;
import dev.plumbline.source.git.GitAccess;
import dev.plumbline.source.git.GitLimits;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.source.git.GitSource;
import dev.plumbline.source.git.GitUrl;
import dev.plumbline.testkit.GitServer;
import dev.plumbline.verify.Verifier;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class EndsLongRendersTest {

  @Test
  void a_render_that_takes_longer_than_its_tenant_may_is_ended() throws Exception {
    assertThat(rendered(Duration.ofSeconds(2), Optional.of(Duration.ofSeconds(1))))
        .isEqualTo(refused("its render was ended after 1 s, the renderSeconds of its Tenant"));
  }

  @Test
  void without_a_limit_it_may_take_ten_minutes() throws Exception {
    assertThat(rendered(Duration.ofSeconds(2), Optional.empty()))
        .isInstanceOf(Pipeline.Result.Ready.class);
    assertThat(rendered(Duration.ofMinutes(11), Optional.empty()))
        .isEqualTo(refused("its render was ended after 600 s, the most there may be"));
  }

  private static Pipeline.Result refused(String sentence) {
    return new Pipeline.Result.Refused(new Failure("QuotaExceeded", sentence));
  }

  /**
   * @param step how much later it is at every look at the clock
   */
  private static Pipeline.Result rendered(Duration step, Optional<Duration> atMost)
      throws Exception {
    try (var git = GitServer.start();
        var repositories =
            new GitRepositories(
                Files.createTempDirectory("clones"),
                GitLimits.DEFAULT,
                Clock.system(),
                Metrics.none())) {
      git.create("fleet")
          .write(
              "web/a.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: a, namespace: x}}")
          .push("First");
      Revision head = head(repositories, git);
      var pipeline =
          new Pipeline(
              repositories,
              new Verifier(false),
              new Renderer(new Kustomize()),
              new SlowMachine(step));

      return pipeline.run(head, new RenderRequest("web"), atMost);
    }
  }

  private static final GitRef MAIN = new GitRef.Branch("main");

  private static Revision head(GitRepositories repositories, GitServer git) throws Exception {
    var source =
        new GitSource(
            new Name("hub", "fleet"),
            GitUrl.parse(git.url("fleet")),
            GitAccess.anonymous(true),
            Set.of(MAIN));
    return ((FetchOutcome.Fetched) repositories.fetch(source)).heads().get(MAIN);
  }

  /** Every look at its clock takes time. */
  private static final class SlowMachine implements Clock {
    private final AtomicLong nanos = new AtomicLong();
    private final Duration step;

    private SlowMachine(Duration step) {
      this.step = step;
    }

    @Override
    public Instant now() {
      return Instant.EPOCH;
    }

    @Override
    public long nanoTime() {
      return nanos.addAndGet(step.toNanos());
    }
  }
}
