package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Proxy;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
import org.eclipse.jgit.errors.NoRemoteRepositoryException;
import org.eclipse.jgit.errors.NotSupportedException;
import org.eclipse.jgit.errors.TooLargeObjectInPackException;
import org.eclipse.jgit.errors.TransportException;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.EmptyProgressMonitor;
import org.eclipse.jgit.lib.ObjectChecker;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.Ref;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.revwalk.ObjectWalk;
import org.eclipse.jgit.transport.FetchConnection;
import org.eclipse.jgit.transport.SshTransport;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.TransportHttp;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.eclipse.jgit.transport.http.HttpConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One conversation with a Git server: asks where branches and tags are, and takes in what is
 * missing. When it returns, every object they need is here.
 */
final class Download {
  private static final Logger LOG = LoggerFactory.getLogger(Download.class);

  private final Repository repository;
  private final SeenRefs seen;
  private final GitSource source;
  private final Exchange exchange;

  Download(Repository repository, GitSource source, Exchange exchange) {
    this.repository = repository;
    this.seen = new SeenRefs(repository);
    this.source = source;
    this.exchange = exchange;
  }

  /**
   * Where everything that is wanted leads to, or that it is not there.
   *
   * @throws Stop when the server would not, could not, or sent what we do not take
   */
  Found run() throws IOException {
    try (Transport transport = open()) {
      return converse(transport);
    } catch (TransportException | NotSupportedException | RuntimeException e) {
      throw explained(e);
    }
  }

  private Transport open() throws IOException {
    Transport transport = Transport.open(repository, uri());
    switch (transport) {
      case TransportHttp http -> http.setHttpConnectionFactory(new Connections());
      case SshTransport ssh -> {
        ssh.setSshSessionFactory(sessions());
        ssh.setTimeout((int) Math.max(1, exchange.idleTime().toSeconds()));
      }
      default -> throw new IllegalStateException("a GitUrl is one of http or ssh");
    }
    transport.setCredentialsProvider(null);
    transport.setObjectChecker(checker());
    return transport;
  }

  // About files only; odd author lines of old commits harm nobody (SEC-GIT-03).
  static ObjectChecker checker() {
    return new ObjectChecker()
        .setSafeForWindows(true)
        .setSafeForMacOS(true)
        .setAllowInvalidPersonIdent(true);
  }

  private SshSessions sessions() {
    var key = (GitCredentials.SshKey) source.access().credentials().orElseThrow();
    return new SshSessions(source.url(), key, exchange);
  }

  private URIish uri() {
    try {
      return new URIish(source.url().toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a GitUrl is a valid URI", e);
    }
  }

  private Found converse(Transport transport) throws IOException {
    var specs = Advertised.specs(unknown());
    try (FetchConnection connection = transport.openFetch(specs, Constants.HEAD)) {
      if (connection.getRefs().isEmpty() && empty(transport)) {
        throw new Stop(Reason.EMPTY_REPOSITORY, "has no commits yet; push a first one");
      }
      var shown = new Advertised(connection.getRefsMap());
      Set<Ref> needed = needed(shown);
      if (!complete(needed)) {
        fetch(connection, needed);
      }
      return new Resolution(repository, seen, shown).of(source.refs());
    }
  }

  /** What the server has to be asked about: a commit that was found before is where it was. */
  private List<GitRef> unknown() throws IOException {
    var unknown = new ArrayList<GitRef>();
    for (GitRef ref : source.refs()) {
      if (!(ref instanceof GitRef.Commit) || seen.last(ref) == null) {
        unknown.add(ref);
      }
    }
    return unknown;
  }

  private Set<Ref> needed(Advertised shown) throws IOException {
    var needed = new HashSet<Ref>();
    for (GitRef ref : unknown()) {
      if (ref instanceof GitRef.Commit commit) {
        needed.addAll(shown.around(commit));
      } else if (shown.deciding(ref) != null) {
        needed.add(shown.deciding(ref));
      }
    }
    return needed;
  }

  private static boolean empty(Transport transport) throws IOException {
    try (FetchConnection everything = transport.openFetch()) {
      return everything.getRefs().isEmpty();
    }
  }

  private void fetch(FetchConnection connection, Set<Ref> wants) throws IOException {
    exchange.expectPack();
    connection.fetch(new Deadline(), wants, haves());
    if (exchange.overdue()) {
      throw exchange.overdueStop();
    }
    if (!complete(wants)) {
      throw new Stop(Reason.MALFORMED, "did not send all objects of the refs it shows");
    }
  }

  private Set<ObjectId> haves() throws IOException {
    var haves = new HashSet<ObjectId>();
    for (Ref ref : repository.getRefDatabase().getRefs()) {
      haves.add(ref.getObjectId());
    }
    haves.remove(null);
    return haves;
  }

  // INVARIANT: a ref of ours is moved only after this held for it, so what our refs reach is
  // complete, and a crash in the middle costs a fetch at most.
  private boolean complete(Set<Ref> refs) throws IOException {
    Set<ObjectId> known = haves();
    List<ObjectId> ids = refs.stream().map(Ref::getObjectId).toList();
    if (known.containsAll(ids)) {
      return true;
    }
    try (var walk = new ObjectWalk(repository)) {
      for (ObjectId id : ids) {
        walk.markStart(walk.parseAny(id));
      }
      for (ObjectId id : known) {
        walk.markUninteresting(walk.parseAny(id));
      }
      walk.checkConnectivity();
      return true;
    } catch (MissingObjectException e) {
      return false;
    }
  }

  private IOException explained(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case Stop stop -> {
          return stop;
        }
        case TooLargeObjectInPackException tooLarge -> {
          return new Stop(
              Reason.OVER_LIMIT, "holds too large an object: " + Text.line(tooLarge.getMessage()));
        }
        case CorruptObjectException corrupt -> {
          return new Stop(
              Reason.MALFORMED,
              "holds an object that is not safe to use: " + Text.line(corrupt.getMessage()));
        }
        case EOFException eof -> {
          return new Stop(Reason.CONNECTION_FAILED, "the answer ended early");
        }
        case InterruptedIOException silent -> {
          return exchange.stop(silent);
        }
        case NoRemoteRepositoryException notFound -> {
          return new Stop(
              Reason.NOT_FOUND,
              "no such repository, or one this key may not see: " + said(notFound));
        }
        case FileSystemException local -> {
          return local;
        }
        case IOException full when String.valueOf(full.getMessage()).contains("No space left") -> {
          return full;
        }
        default -> {
          // Look at what caused it.
        }
      }
    }
    if (exchange.overdue()) {
      return exchange.overdueStop();
    }
    LOG.debug("fetch of {} failed", source.url(), failure);
    String said = said(failure);
    return exchange.packExpected()
        ? new Stop(Reason.SERVER_ERROR, said)
        : new Stop(Reason.NOT_A_REPOSITORY, "does not answer as a Git repository: " + said);
  }

  private String said(Exception failure) {
    return Text.line(failure.getMessage()).replace(source.url() + ": ", "");
  }

  /** Every request of this fetch, redirects included, is made here. */
  private final class Connections implements HttpConnectionFactory {
    @Override
    public HttpConnection create(URL url) throws IOException {
      return new GuardedConnection(url, exchange);
    }

    @Override
    public HttpConnection create(URL url, Proxy proxy) throws IOException {
      return create(url);
    }
  }

  private final class Deadline extends EmptyProgressMonitor {
    @Override
    public boolean isCancelled() {
      return exchange.overdue() || Thread.currentThread().isInterrupted();
    }
  }
}
