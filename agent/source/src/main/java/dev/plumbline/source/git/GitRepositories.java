package dev.plumbline.source.git;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.source.Artifact;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.FetchOutcome.Reason;
import dev.plumbline.source.git.FetchOutcome.Unreachable;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocketFactory;

/**
 * The Git repositories we read, each fetched into a bare clone below one directory that is ours
 * alone.
 *
 * <p>What a Repository may see is what its own last good fetch brought, also one of an earlier
 * process while the server cannot be reached: two Repositories share a clone only when url and
 * access are the same (SEC-GIT-17). All methods may be called from any thread; fetches of one clone
 * wait for each other.
 */
public final class GitRepositories implements AutoCloseable {
  private final GitLimits limits;
  private final Clock clock;
  private final Metrics metrics;
  private final SSLSocketFactory tls;
  private final Clones clones;
  private final AppTokens tokens;
  private final Map<Name, Clone> readable = new ConcurrentHashMap<>();

  /**
   * @param root made if it is not there
   * @throws IOException also when another process uses {@code root}
   */
  public GitRepositories(Path root, GitLimits limits, Clock clock, Metrics metrics)
      throws IOException {
    this(root, limits, clock, metrics, (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  GitRepositories(Path root, GitLimits limits, Clock clock, Metrics metrics, SSLSocketFactory tls)
      throws IOException {
    IsolatedSystem.install();
    this.limits = limits;
    this.clock = clock;
    this.metrics = metrics;
    this.tls = tls;
    this.clones = new Clones(root, limits, clock);
    this.tokens = new AppTokens(clock);
  }

  /**
   * Asks the server where branches and tags are and brings what is new.
   *
   * @throws IOException when our own disk fails
   */
  public FetchOutcome fetch(GitSource source) throws IOException, InterruptedException {
    long startedAt = clock.nanoTime();
    var exchange = new Exchange(source, limits, tls, clock);
    FetchOutcome outcome = fetch(source, exchange);
    String label =
        switch (outcome) {
          case Fetched ignored -> "fetched";
          case Unreachable unreachable -> unreachable.reason().name();
        };
    metrics.time("plumbline_git_fetch", clock.elapsed(startedAt), "outcome", label);
    metrics.count("plumbline_git_received_bytes_total", exchange.received());
    return outcome;
  }

  private FetchOutcome fetch(GitSource source, Exchange exchange)
      throws IOException, InterruptedException {
    try {
      check(source);
      Clone clone = clones.of(source);
      readable.computeIfPresent(
          source.repository(), (n, old) -> old.isOf(source.url()) ? old : null);
      exchange.as(header(source, exchange));
      Clone.Seen seen = clone.fetch(source, exchange);
      readable.put(source.repository(), clone);
      clones.used(clone, readable.values());
      return fetched(source, seen);
    } catch (Stop stop) {
      if (stop.reason() == Reason.AUTHENTICATION_REFUSED && app(source).isPresent()) {
        tokens.rejected(app(source).get());
      }
      if (stop.reason().passing() || stop.reason() == Reason.OVER_LIMIT) {
        readAsBefore(source);
      }
      return new Unreachable(stop.reason(), source.url() + ": " + stop.getMessage());
    }
  }

  // After a restart: whoever asks in the same way saw the same when the server still answered. A
  // server that answers no is another matter.
  private void readAsBefore(GitSource source) throws InterruptedException {
    if (!readable.containsKey(source.repository())) {
      Clone clone = clones.of(source);
      if (clone.reopen()) {
        readable.put(source.repository(), clone);
      }
    }
  }

  private Optional<GitCredentials.Header> header(GitSource source, Exchange exchange)
      throws IOException {
    Optional<GitCredentials> credentials = source.access().credentials();
    if (credentials.isEmpty()) {
      return Optional.empty();
    }
    return switch (credentials.get()) {
      case GitCredentials.Header header -> Optional.of(header);
      case GitCredentials.GitHubApp app -> Optional.of(tokens.of(app, exchange));
      case GitCredentials.SshKey ignored -> Optional.empty();
    };
  }

  private static Optional<GitCredentials.GitHubApp> app(GitSource source) {
    return source
        .access()
        .credentials()
        .filter(GitCredentials.GitHubApp.class::isInstance)
        .map(GitCredentials.GitHubApp.class::cast);
  }

  private static void check(GitSource source) throws Stop {
    GitAccess access = source.access();
    if (!source.url().encrypted() && !(access.allowInsecure() && source.url().loopback())) {
      throw new Stop(
          Reason.INSECURE_URL,
          "is not encrypted; use https (allowInsecure lets http through to this machine only)");
    }
    boolean more = access.proxy().isPresent() || access.tls().isPresent();
    if (!source.url().encrypted() && more) {
      throw new Stop(
          Reason.INSECURE_URL,
          "is not encrypted, so no proxy, ca.crt or tls.crt can be used with it");
    }
    boolean key = access.credentials().filter(GitCredentials.SshKey.class::isInstance).isPresent();
    if (source.url().ssh() && (!key || more)) {
      throw new Stop(
          Reason.AUTHENTICATION_REFUSED,
          key
              ? "is ssh, which goes through no proxy and uses neither ca.crt nor tls.crt"
              : "is ssh, which needs a Secret with identity and known_hosts in credentialsRef");
    }
    if (key && !source.url().ssh()) {
      throw new Stop(
          Reason.AUTHENTICATION_REFUSED, "is not ssh, so the key identity cannot be used with it");
    }
  }

  private static Fetched fetched(GitSource source, Clone.Seen seen) {
    var heads = new HashMap<GitRef, Revision>();
    var tagObjects = new HashMap<GitRef, String>();
    seen.found()
        .tips()
        .forEach(
            (ref, tip) -> {
              heads.put(ref, new Revision(source.repository(), tip.name(), tip.commit().name()));
              if (tip.tagObject() != null) {
                tagObjects.put(ref, tip.tagObject().name());
              }
            });
    return new Fetched(heads, tagObjects, seen.found().missing(), seen.rewound());
  }

  /**
   * The files of a revision that a fetch has shown.
   *
   * @throws FetchNeeded when it is not here, or not any more
   */
  public Artifact artifact(Revision revision) throws IOException {
    return new Artifact(revision, objects(revision.repository()).files(revision.commit()));
  }

  /** Which files differ between two commits; everything, if one of them is not known here. */
  public Changes changes(Name repository, String from, String to) throws IOException {
    GitObjects objects = objects(repository);
    for (String commit : new String[] {from, to}) {
      if (!objects.has(commit)) {
        return new Changes.Everything("commit %s is not in the repository".formatted(commit));
      }
    }
    GitTree before = objects.files(from);
    GitTree after = objects.files(to);
    try {
      return TreeDiff.between(objects, before.root(), after.root());
    } finally {
      Reference.reachabilityFence(before);
      Reference.reachabilityFence(after);
    }
  }

  /** Whether {@code commit} is {@code ancestor} or builds on it; false where one is unknown. */
  public boolean descends(Name repository, String commit, String ancestor) throws IOException {
    GitObjects objects = objects(repository);
    return objects.has(commit) && objects.has(ancestor) && objects.descends(commit, ancestor);
  }

  /** The Repository is gone: whoever takes its name next sees nothing of it. */
  public void forget(Name repository) {
    readable.remove(repository);
  }

  private GitObjects objects(Name repository) throws IOException {
    Clone clone = readable.get(repository);
    if (clone == null) {
      throw new FetchNeeded("Repository %s has not been fetched yet".formatted(repository));
    }
    return clone.objects();
  }

  @Override
  public void close() throws IOException {
    readable.clear();
    clones.close();
  }
}
