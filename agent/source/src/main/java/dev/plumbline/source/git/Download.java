package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.EOFException;
import java.io.IOException;
import java.net.Proxy;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.eclipse.jgit.errors.CorruptObjectException;
import org.eclipse.jgit.errors.MissingObjectException;
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
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.transport.FetchConnection;
import org.eclipse.jgit.transport.RefSpec;
import org.eclipse.jgit.transport.Transport;
import org.eclipse.jgit.transport.TransportHttp;
import org.eclipse.jgit.transport.URIish;
import org.eclipse.jgit.transport.http.HttpConnection;
import org.eclipse.jgit.transport.http.HttpConnectionFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One conversation with a Git server: asks where the branches are, and takes in what is missing.
 * When it returns, every object those branches need is here.
 */
final class Download {
  private static final Logger LOG = LoggerFactory.getLogger(Download.class);

  private final Repository repository;
  private final GitSource source;
  private final Exchange exchange;

  Download(Repository repository, GitSource source, Exchange exchange) {
    this.repository = repository;
    this.source = source;
    this.exchange = exchange;
  }

  /**
   * Where the wanted branches are; those that do not exist are not in it.
   *
   * @throws Stop when the server would not, could not, or sent what we do not take
   */
  Map<String, ObjectId> run() throws IOException {
    try (Transport transport = open()) {
      return converse(transport);
    } catch (TransportException | NotSupportedException | RuntimeException e) {
      throw explained(e);
    }
  }

  private Transport open() throws IOException {
    var transport = (TransportHttp) Transport.open(repository, uri());
    transport.setHttpConnectionFactory(new Connections());
    transport.setCredentialsProvider(null);
    // Our checks are about files; odd author lines of old commits harm nobody (SEC-GIT-03).
    transport.setObjectChecker(
        new ObjectChecker()
            .setSafeForWindows(true)
            .setSafeForMacOS(true)
            .setAllowInvalidPersonIdent(true));
    return transport;
  }

  private URIish uri() {
    try {
      return new URIish(source.url().toString());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("a GitUrl is a valid URI", e);
    }
  }

  private Map<String, ObjectId> converse(Transport transport) throws IOException {
    var specs = branches().stream().map(b -> new RefSpec(ref(b) + ":" + ref(b))).toList();
    try (FetchConnection connection = transport.openFetch(specs, Constants.HEAD)) {
      Map<String, ObjectId> heads = heads(connection);
      if (connection.getRefs().isEmpty() && empty(transport)) {
        throw new Stop(Reason.EMPTY_REPOSITORY, "has no commits yet; push a first one");
      }
      if (!complete(heads.values())) {
        fetch(connection, heads);
      }
      return heads;
    }
  }

  // A name no branch can have is not asked for: it is missing (SEC-GIT-05).
  private List<String> branches() {
    return source.branches().stream().filter(Download::possible).sorted().toList();
  }

  static boolean possible(String branch) {
    return branch.length() <= 255
        && !branch.startsWith("-")
        && Repository.isValidRefName(ref(branch));
  }

  private static String ref(String branch) {
    return Constants.R_HEADS + branch;
  }

  private Map<String, ObjectId> heads(FetchConnection connection) {
    var heads = new TreeMap<String, ObjectId>();
    for (String branch : branches()) {
      Ref ref = connection.getRef(ref(branch));
      if (ref != null && ref.getObjectId() != null) {
        heads.put(branch, ref.getObjectId());
      }
    }
    return heads;
  }

  private static boolean empty(Transport transport) throws IOException {
    try (FetchConnection everything = transport.openFetch()) {
      return everything.getRefs().isEmpty();
    }
  }

  private void fetch(FetchConnection connection, Map<String, ObjectId> heads) throws IOException {
    var wants = new ArrayList<Ref>();
    heads.keySet().forEach(branch -> wants.add(connection.getRef(ref(branch))));
    exchange.expectPack();
    connection.fetch(new Deadline(), wants, haves());
    if (exchange.overdue()) {
      throw exchange.overdueStop();
    }
    if (!complete(heads.values())) {
      throw new Stop(Reason.MALFORMED, "did not send all objects of the branches it shows");
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
  private boolean complete(Collection<ObjectId> heads) throws IOException {
    Set<ObjectId> known = haves();
    if (known.containsAll(heads)) {
      return true;
    }
    try (var walk = new ObjectWalk(repository)) {
      for (ObjectId head : heads) {
        if (!(walk.parseAny(head) instanceof RevCommit commit)) {
          throw new Stop(Reason.MALFORMED, "has a branch that points at something but a commit");
        }
        walk.markStart(commit);
      }
      for (ObjectId commit : known) {
        walk.markUninteresting(walk.parseCommit(commit));
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
    String said = Text.line(failure.getMessage()).replace(source.url() + ": ", "");
    return exchange.packExpected()
        ? new Stop(Reason.SERVER_ERROR, said)
        : new Stop(Reason.NOT_A_REPOSITORY, "does not answer as a Git repository: " + said);
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
