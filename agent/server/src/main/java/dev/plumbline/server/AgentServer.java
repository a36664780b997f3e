package dev.plumbline.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An HTTP server of the agent, from {@link #start} to {@link #close}.
 *
 * <p>Health is best served from a port of its own: who fills a public port with slow connections
 * must not be able to make the agent look dead.
 */
public final class AgentServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentServer.class);
  private static final int MAX_SLOW = 64;
  private static final Map<String, String> LIMITS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "15",
          "sun.net.httpserver.maxRspTime", "30",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxReqHeaders", "64",
          "sun.net.httpserver.maxReqHeaderSize", "32768",
          "jdk.httpserver.maxConnections", "256");

  private final HttpServer http;
  private final List<Pages> pages;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore slow = new Semaphore(MAX_SLOW);

  private AgentServer(HttpServer http, List<Pages> pages) {
    this.http = http;
    this.pages = List.copyOf(pages);
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  /**
   * Listens at an address; port 0 takes any.
   *
   * @throws IOException when the address is taken
   */
  public static AgentServer start(InetSocketAddress at, Pages... pages) throws IOException {
    // The JDK's server reads its limits from here, once; what somebody set on purpose stays.
    LIMITS.forEach(
        (name, value) -> {
          if (System.getProperty(name) == null) {
            System.setProperty(name, value);
          }
        });
    return new AgentServer(HttpServer.create(at, 0), List.of(pages));
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return http.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      send(exchange, answer(exchange));
    }
  }

  private Answer answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getRawPath();
    for (Pages some : pages) {
      if (some.serves(path)) {
        return some.slow() ? inTurn(some, exchange) : answer(some, exchange);
      }
    }
    return Answer.notFound();
  }

  private Answer inTurn(Pages some, HttpExchange exchange) throws IOException {
    if (!slow.tryAcquire()) {
      return Answer.text(503, "busy").with("Retry-After", "1");
    }
    try {
      return answer(some, exchange);
    } finally {
      slow.release();
    }
  }

  private static Answer answer(Pages some, HttpExchange exchange) throws IOException {
    try {
      return some.answer(exchange);
    } catch (RuntimeException e) {
      LOG.error("a request to the server failed", e);
      return Answer.text(500, "internal error");
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.contentType());
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    answer.headers().forEach(headers::set);
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(answer.status(), -1);
      return;
    }
    exchange.sendResponseHeaders(answer.status(), body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  /** Stops listening and ends what is under way within a second. */
  @Override
  public void close() {
    http.stop(1);
    threads.shutdownNow();
  }
}
