package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Sends requests to one server, each once: with a permit, past the circuit breaker, and never
 * longer than its limit.
 */
final class Transport implements AutoCloseable {
  private static final Duration FOR_A_PERMIT = Duration.ofSeconds(60);
  // The server's own time-out says more than ours; so ours is later.
  private static final Duration GRACE = Duration.ofSeconds(3);
  private static final long MOST_RETRY_AFTER = 600;
  private static final int MOST_WARNINGS = 20;
  private static final int MOST_OF_A_WARNING = 500;

  private final Endpoint endpoint;
  private final HttpClients clients;
  private final AtomicReference<HttpClient> client;
  private final Clock clock;
  private final Metrics metrics;
  private final Permits permits;
  private final Breaker breaker;
  private volatile boolean closed;

  Transport(Endpoint endpoint, HttpClients clients, Clock clock, Metrics metrics) {
    this.endpoint = endpoint;
    this.clients = clients;
    this.client = new AtomicReference<>(clients.open(endpoint));
    this.clock = clock;
    this.metrics = metrics;
    this.permits = new Permits(clock);
    this.breaker = new Breaker(clock);
  }

  Endpoint endpoint() {
    return endpoint;
  }

  int permits() {
    return permits.limit();
  }

  /** Throws {@code Fence.Closed} instead of sending when the caller's fence has closed. */
  Reply send(Call call, Caller caller) {
    var refusal = breaker.refusal();
    if (refusal.isPresent()) {
      return notSent(refusal.get());
    }
    try {
      if (!permits.acquire(caller.identity(), FOR_A_PERMIT)) {
        return notSent("waited %d s for others to finish".formatted(FOR_A_PERMIT.toSeconds()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return notSent("the run was cancelled");
    }
    long began = clock.nanoTime();
    var outcome = new Outcome();
    try {
      outcome.reply = sendNow(call, caller);
      return outcome.reply;
    } finally {
      var took = clock.elapsed(began);
      permits.release(caller.identity(), took, outcome.pushedBack());
      metrics.time("plumbline_kube_request", took, "verb", call.method(), "code", outcome.code());
    }
  }

  private Reply sendNow(Call call, Caller caller) {
    if (call.write()) {
      caller.fence().check();
    }
    if (closed) {
      return notSent("the connection was closed");
    }
    HttpRequest request;
    try {
      request = request(call, caller);
    } catch (IOException e) {
      return notSent(NetworkErrors.say(e));
    }
    if (!breaker.admit()) {
      return notSent(breaker.refusal().orElse("not tried"));
    }
    Reply reply = null;
    try {
      reply = exchange(request, call);
      return reply;
    } finally {
      report(reply);
    }
  }

  private void report(Reply reply) {
    switch (reply) {
      case Reply.Answered answered -> {
        breaker.succeeded();
        if (answered.code() == 401) {
          endpoint.credentials().rejected();
        }
      }
      case Reply.NotSent(String why) -> breaker.failed(why);
      case Reply.Lost(String why) -> breaker.failed(why);
      case Reply.GivenUp _ -> breaker.abandoned();
      case null -> breaker.abandoned();
    }
  }

  private Reply exchange(HttpRequest request, Call call) {
    var used = client.get();
    var limit = endpoint.limit(call.limit()).plus(GRACE);
    var future =
        used.sendAsync(
            request,
            BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), call.maxBytes()));
    try {
      return answered(future.get(limit.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      future.cancel(true);
      renew(used);
      return lost("no answer within %d s".formatted(limit.toSeconds()));
    } catch (InterruptedException e) {
      future.cancel(true);
      Thread.currentThread().interrupt();
      return givenUp("the run was cancelled");
    } catch (ExecutionException e) {
      return failed(e.getCause(), call);
    }
  }

  private Reply failed(Throwable error, Call call) {
    String why = NetworkErrors.say(error);
    if (NetworkErrors.neverSent(error)) {
      return notSent(why);
    }
    if (NetworkErrors.tooLarge(error)) {
      return givenUp("it has more than %,d bytes".formatted(call.maxBytes()));
    }
    return lost(why);
  }

  // A connection whose other end vanished without a word stays in the client's pool, and every
  // later request would share its fate: so a silence ends the client, too.
  private void renew(HttpClient silent) {
    var fresh = clients.open(endpoint);
    if (client.compareAndSet(silent, fresh)) {
      silent.shutdown();
    } else {
      fresh.shutdown();
    }
  }

  private HttpRequest request(Call call, Caller caller) throws IOException {
    long seconds = Math.max(1, endpoint.limit(call.limit()).toSeconds());
    String path = Call.with(call.path(), "timeout", seconds + "s");
    var request = HttpRequest.newBuilder(endpoint.resolve(path));
    caller.headers(endpoint.credentials(), request);
    request.header("Accept", call.accept());
    call.body().ifPresent(body -> request.header("Content-Type", body.type()));
    return request
        .method(
            call.method(),
            call.body()
                .map(body -> BodyPublishers.ofString(body.text()))
                .orElse(BodyPublishers.noBody()))
        .build();
  }

  private static Reply answered(HttpResponse<String> response) {
    return new Reply.Answered(
        response.statusCode(),
        retryAfter(response.headers()),
        warnings(response.headers()),
        response.body());
  }

  static Optional<Duration> retryAfter(HttpHeaders headers) {
    return headers
        .firstValue("Retry-After")
        .filter(text -> text.matches("\\d{1,6}"))
        .map(text -> Duration.ofSeconds(Math.min(Long.parseLong(text), MOST_RETRY_AFTER)));
  }

  // RFC 7234: 299 - "text"
  private static List<String> warnings(HttpHeaders headers) {
    return headers.allValues("Warning").stream()
        .limit(MOST_WARNINGS)
        .map(text -> text.substring(0, Math.min(text.length(), MOST_OF_A_WARNING)))
        .map(text -> text.replaceFirst("^\\d{3} \\S+ \"(.*)\"$", "$1").replace("\\\"", "\""))
        .toList();
  }

  private Reply notSent(String why) {
    return new Reply.NotSent("could not reach %s: %s".formatted(endpoint.server(), why));
  }

  private Reply lost(String why) {
    return new Reply.Lost("lost the answer of %s: %s".formatted(endpoint.server(), why));
  }

  private Reply givenUp(String why) {
    return new Reply.GivenUp(
        "did not wait for the answer of %s: %s".formatted(endpoint.server(), why));
  }

  @Override
  public void close() {
    closed = true;
    client.get().shutdownNow();
  }

  /** What the request came to, as far as it is known when the permit is given back. */
  private static final class Outcome {
    private Reply reply;

    boolean pushedBack() {
      return switch (reply) {
        case Reply.Answered(int code, var _, var _, var _) -> code == 429 || code == 503;
        case Reply.Lost _ -> true;
        case Reply.NotSent _, Reply.GivenUp _ -> false;
        case null -> false;
      };
    }

    String code() {
      return switch (reply) {
        case Reply.Answered answered -> Integer.toString(answered.code());
        case Reply.Lost _ -> "lost";
        case Reply.GivenUp _ -> "given up";
        case Reply.NotSent _ -> "not sent";
        case null -> "fenced";
      };
    }
  }
}
