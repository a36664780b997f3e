package dev.plumbline.kube;

import dev.plumbline.model.Clock;
import dev.plumbline.model.GroupKind;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/** Aggregated discovery: two requests tell everything a server serves. */
final class HttpDiscovery implements Discovery {
  private static final String AGGREGATED =
      "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
  private static final Duration BETWEEN_MISSES = Duration.ofSeconds(3);
  private static final Duration TRUSTED = Duration.ofMinutes(10);
  private static final Duration TRUSTED_FOR_PRUNES = Duration.ofMinutes(1);

  private static final GroupKind API_SERVICE =
      new GroupKind("apiregistration.k8s.io", "APIService");

  private final Requests requests;
  private final Clock clock;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Reading last;

  HttpDiscovery(Requests requests, Clock clock) {
    this.requests = requests;
    this.clock = clock;
  }

  @Override
  public Optional<ServedKind> find(String apiVersion, String kind) throws IOException {
    return find(catalog -> catalog.find(apiVersion, kind));
  }

  @Override
  public Optional<ServedKind> find(GroupKind kind) throws IOException {
    return find(catalog -> catalog.find(kind));
  }

  private Optional<ServedKind> find(Function<Catalog, Optional<ServedKind>> question)
      throws IOException {
    var found = question.apply(notOlderThan(TRUSTED));
    return found.isPresent() ? found : question.apply(notOlderThan(BETWEEN_MISSES));
  }

  @Override
  public boolean serves(String group) throws IOException {
    return notOlderThan(TRUSTED_FOR_PRUNES).serves(group);
  }

  @Override
  public boolean registers(String group) throws IOException {
    var services = find(API_SERVICE);
    if (services.isEmpty()) {
      throw new IOException("the server does not say which API groups are registered");
    }
    return new Lists(requests)
        .metas(services.get(), "").stream()
            .anyMatch(service -> service.key().name().endsWith("." + group));
  }

  @Override
  public Set<String> staleGroups() throws IOException {
    return notOlderThan(TRUSTED_FOR_PRUNES).staleGroups();
  }

  @Override
  public void invalidate() {
    last = null;
  }

  /** The server did not know a kind that we think it serves. */
  void doubt() {
    var known = last;
    if (known != null && clock.elapsed(known.at).compareTo(BETWEEN_MISSES) > 0) {
      last = null;
    }
  }

  private Catalog notOlderThan(Duration age) throws IOException {
    var known = last;
    if (isFresh(known, age)) {
      return known.catalog;
    }
    reading.lock();
    try {
      if (!isFresh(last, age)) {
        long at = clock.nanoTime();
        var core = requests.read(Call.read("/api", AGGREGATED));
        var groups = requests.read(Call.read("/apis", AGGREGATED));
        last = new Reading(Catalog.read(core, groups), at);
      }
      return last.catalog;
    } finally {
      reading.unlock();
    }
  }

  private boolean isFresh(Reading reading, Duration age) {
    return reading != null && clock.elapsed(reading.at).compareTo(age) <= 0;
  }

  private record Reading(Catalog catalog, long at) {}
}
