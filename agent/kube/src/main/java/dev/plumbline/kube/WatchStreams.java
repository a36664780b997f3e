package dev.plumbline.kube;

import dev.plumbline.kube.Refusal.Cause;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Opens the HTTP streams of watches, on connections of their own. */
final class WatchStreams implements AutoCloseable {
  // An object has at most 1.5 MiB in etcd; its JSON may be somewhat larger.
  private static final int MOST_BYTES = 8 << 20;
  private static final Duration TO_OPEN = Duration.ofSeconds(30);
  private static final String METADATA =
      "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io,application/json";

  private final Endpoint endpoint;
  private final WatchClients clients;
  private final Caller caller;

  WatchStreams(Endpoint endpoint, HttpClients clients, Caller caller) {
    this.endpoint = endpoint;
    this.clients = new WatchClients(endpoint, clients);
    this.caller = caller;
  }

  /**
   * @param namespace empty for all
   */
  record What(ServedKind kind, String namespace, String labelSelector, boolean bodies) {
    String path() {
      return Lists.selected(ResourcePath.of(kind, namespace), labelSelector);
    }

    Lists.Query list() {
      return Lists.Query.all(path(), bodies ? Call.JSON : Call.METADATA_LIST);
    }

    @Override
    public String toString() {
      return "%s%s".formatted(kind.groupKind(), namespace.isEmpty() ? "" : " in " + namespace);
    }
  }

  /** Everything that is there, then the changes. */
  Stream list(What what) throws IOException, InterruptedException {
    String path = Call.with(what.path(), "sendInitialEvents", "true");
    return open(what, Call.with(path, "resourceVersionMatch", "NotOlderThan"));
  }

  /** The changes after a version. */
  Stream follow(What what, String resourceVersion) throws IOException, InterruptedException {
    return open(what, Call.with(what.path(), "resourceVersion", resourceVersion));
  }

  private Stream open(What what, String query) throws IOException, InterruptedException {
    String path = Call.with(Call.with(query, "watch", "true"), "allowWatchBookmarks", "true");
    // Watches end by themselves at different times, so that they do not come back all at once.
    int seconds = ThreadLocalRandom.current().nextInt(300, 600);
    var request =
        HttpRequest.newBuilder(endpoint.resolve(Call.with(path, "timeoutSeconds", "" + seconds)))
            .header("Accept", what.bodies() ? Call.JSON : METADATA);
    caller.headers(endpoint.credentials(), request);
    var slot = clients.enter();
    try {
      return stream(slot, send(slot, request.build()));
    } catch (IOException | InterruptedException | RuntimeException e) {
      clients.leave(slot, e instanceof Lines.Stalled);
      throw e;
    }
  }

  private HttpResponse<Lines> send(WatchClients.Slot slot, HttpRequest request)
      throws IOException, InterruptedException {
    var future = slot.client.sendAsync(request, _ -> new Lines(MOST_BYTES));
    try {
      return future.get(TO_OPEN.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      future.cancel(true);
      throw new Lines.Stalled("no answer within %d s".formatted(TO_OPEN.toSeconds()));
    } catch (InterruptedException e) {
      future.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      throw new IOException(NetworkErrors.say(e.getCause()), e.getCause());
    }
  }

  private Stream stream(WatchClients.Slot slot, HttpResponse<Lines> response)
      throws IOException, InterruptedException {
    var lines = response.body();
    if (response.statusCode() == 200) {
      return new Stream(slot, lines);
    }
    try (lines) {
      if (response.statusCode() == 401) {
        endpoint.credentials().rejected();
      }
      var answer =
          new Reply.Answered(
              response.statusCode(),
              Transport.retryAfter(response.headers()),
              List.of(),
              lines.next(TO_OPEN).orElse(""));
      throw new KubeException(Classification.classify(answer, Asked.nothing()));
    }
  }

  /** Whether a server without streaming lists, or one that refuses them, would say this. */
  static boolean refusesLists(KubeException e) {
    return e.refusal().cause() == Cause.INVALID;
  }

  @Override
  public void close() {
    clients.close();
  }

  /** An open stream of events. */
  final class Stream implements AutoCloseable {
    private final WatchClients.Slot slot;
    private final Lines lines;
    private boolean broken;

    private Stream(WatchClients.Slot slot, Lines lines) {
      this.slot = slot;
      this.lines = lines;
    }

    /** The next event; empty when the server ended the stream as it was asked to. */
    Optional<WatchEvent> next(Duration silence) throws IOException, InterruptedException {
      try {
        var line = lines.next(silence);
        return line.isEmpty() ? Optional.empty() : Optional.of(WatchEvent.parse(line.get()));
      } catch (Lines.Stalled e) {
        broken = true;
        throw e;
      }
    }

    @Override
    public void close() {
      lines.close();
      clients.leave(slot, broken);
    }
  }
}
