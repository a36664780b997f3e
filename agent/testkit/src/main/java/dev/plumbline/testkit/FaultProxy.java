package dev.plumbline.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Stands before an API server, over plain HTTP on loopback, and lets chosen requests go wrong in
 * the ways networks and servers have. All others pass through, watches included.
 */
public final class FaultProxy implements AutoCloseable {
  private final ControlPlane plane;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<Rule> rules = new CopyOnWriteArrayList<>();
  private final List<Sent> sent = new CopyOnWriteArrayList<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /** What goes wrong. */
  public sealed interface Fault {
    /** The server never sees it; this is the answer. */
    record Answers(int code, String body) implements Fault {}

    /** The server carries it out; the connection breaks before the answer. */
    record LosesAnswer() implements Fault {}

    /** The server never sees it; the connection breaks. */
    record LosesRequest() implements Fault {}

    /** The server never sees it; the connection stays, silent. */
    record Hangs() implements Fault {}
  }

  /** A request, as it came. */
  public record Sent(String method, String uri, String userAgent) {}

  private record Rule(Predicate<Sent> which, Fault fault, AtomicInteger left) {}

  private FaultProxy(ControlPlane plane) throws IOException {
    this.plane = plane;
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public static FaultProxy before(ControlPlane plane) {
    try {
      return new FaultProxy(plane);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The administrator's, through this proxy. */
  public byte[] kubeconfig() {
    return new String(plane.kubeconfig(), StandardCharsets.UTF_8)
        .replace(plane.server(), "http://127.0.0.1:" + server.getAddress().getPort())
        .getBytes(StandardCharsets.UTF_8);
  }

  /** From now on, until {@link #heal}. */
  public void always(Predicate<Sent> which, Fault fault) {
    rules.add(new Rule(which, fault, new AtomicInteger(Integer.MAX_VALUE)));
  }

  /** The next time only. */
  public void once(Predicate<Sent> which, Fault fault) {
    rules.add(new Rule(which, fault, new AtomicInteger(1)));
  }

  /** Nothing goes wrong any more. */
  public void heal() {
    rules.clear();
  }

  /** Every request that came, in order. */
  public List<Sent> sent() {
    return List.copyOf(sent);
  }

  private void handle(HttpExchange exchange) throws IOException {
    var headers = exchange.getRequestHeaders();
    var request =
        new Sent(
            exchange.getRequestMethod(),
            exchange.getRequestURI().toString(),
            Optional.ofNullable(headers.getFirst("User-Agent")).orElse(""));
    sent.add(request);
    switch (fault(request)) {
      case null -> forward(exchange);
      case Fault.Answers(int code, String body) -> answer(exchange, code, body);
      case Fault.LosesAnswer() -> {
        plane.api().forward(request.method(), request.uri(), headers, body(exchange)).close();
        exchange.close();
      }
      case Fault.LosesRequest() -> exchange.close();
      case Fault.Hangs() -> {
        awaitClosing();
        exchange.close();
      }
    }
  }

  private Fault fault(Sent request) {
    return rules.stream()
        .filter(rule -> rule.which.test(request))
        .filter(rule -> rule.left.getAndDecrement() > 0)
        .findFirst()
        .map(Rule::fault)
        .orElse(null);
  }

  private void forward(HttpExchange exchange) throws IOException {
    String uri = exchange.getRequestURI().toString();
    try (var answer =
            plane
                .api()
                .forward(
                    exchange.getRequestMethod(),
                    uri,
                    exchange.getRequestHeaders(),
                    body(exchange));
        exchange) {
      answer.headers().forEach((name, values) -> exchange.getResponseHeaders().put(name, values));
      exchange.sendResponseHeaders(answer.code(), 0);
      copy(answer.body(), exchange);
    }
  }

  private static void copy(InputStream from, HttpExchange exchange) throws IOException {
    var to = exchange.getResponseBody();
    var buffer = new byte[16 << 10];
    for (int n = from.read(buffer); n >= 0; n = from.read(buffer)) {
      to.write(buffer, 0, n);
      to.flush();
    }
  }

  private static void answer(HttpExchange exchange, int code, String body) throws IOException {
    try (exchange) {
      var bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    return exchange.getRequestBody().readAllBytes();
  }

  private void awaitClosing() {
    try {
      closing.await(10, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
