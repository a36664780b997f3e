package dev.plumbline.server;

import com.sun.net.httpserver.HttpExchange;
import java.util.Map;
import java.util.Set;

/** {@code /healthz}, {@code /readyz} and {@code /metrics}. */
public final class HealthPages implements Pages {
  private static final Set<String> PATHS = Set.of("/healthz", "/readyz", "/metrics");

  private final Readiness readiness;
  private final PrometheusMetrics metrics;

  public HealthPages(Readiness readiness, PrometheusMetrics metrics) {
    this.readiness = readiness;
    this.metrics = metrics;
  }

  @Override
  public boolean serves(String path) {
    return PATHS.contains(path);
  }

  @Override
  public boolean slow() {
    return false;
  }

  @Override
  public Answer answer(HttpExchange exchange) {
    if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
      return Answer.onlyBy("GET, HEAD");
    }
    return switch (exchange.getRequestURI().getRawPath()) {
      case "/readyz" -> ready();
      case "/metrics" -> scraped();
      default -> Answer.text(200, "ok");
    };
  }

  private Answer ready() {
    return readiness
        .missing()
        .map(what -> Answer.text(503, "not ready: " + what))
        .orElseGet(() -> Answer.text(200, "ok"));
  }

  private Answer scraped() {
    return new Answer(200, "text/plain; version=0.0.4; charset=utf-8", metrics.scrape(), Map.of());
  }
}
