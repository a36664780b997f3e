package dev.plumbline.hub;

import dev.plumbline.api.schema.Words;
import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.kube.Cluster;
import dev.plumbline.model.Digest;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** An event as the API server wants it: {@code events.k8s.io/v1}. */
final class EventBody {
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);
  private static final int PREFIX = 200;

  private EventBody() {}

  static ObjectKey key(EventSeries.Due due) {
    String name = due.event().name().name();
    String unique = Digest.of(due.event() + " " + due.last()).first(16);
    return new ObjectKey(
        "events.k8s.io",
        "Event",
        due.event().name().namespace(),
        name.substring(0, Math.min(name.length(), PREFIX)) + "." + unique);
  }

  static MapNode of(ObjectKey key, EventSeries.Due due, String instance) {
    HubEvent event = due.event();
    var body =
        MapNode.EMPTY
            .with("apiVersion", ScalarNode.of("events.k8s.io/v1"))
            .with("kind", ScalarNode.of("Event"))
            .with(List.of("metadata", "name"), ScalarNode.of(key.name()))
            .with(List.of("metadata", "namespace"), ScalarNode.of(key.namespace()))
            .with("eventTime", time(due.first()))
            .with("reportingController", ScalarNode.of("plumbline.dev/agent"))
            .with("reportingInstance", ScalarNode.of(instance))
            .with("type", ScalarNode.of(Words.of(event.type())))
            .with("reason", ScalarNode.of(event.reason()))
            .with("action", ScalarNode.of(event.action()))
            .with("note", ScalarNode.of(event.note()))
            .with("regarding", regarding(event));
    return due.count() > 1 ? body.with("series", series(due)) : body;
  }

  static MapNode counted(EventSeries.Due due) {
    return Cluster.operation("add", "/series", series(due));
  }

  private static MapNode series(EventSeries.Due due) {
    return MapNode.EMPTY
        .with("count", ScalarNode.of(due.count()))
        .with("lastObservedTime", time(due.last()));
  }

  private static MapNode regarding(HubEvent event) {
    return MapNode.EMPTY
        .with("apiVersion", ScalarNode.of(Marks.API_VERSION))
        .with("kind", ScalarNode.of(event.kind()))
        .with("namespace", ScalarNode.of(event.name().namespace()))
        .with("name", ScalarNode.of(event.name().name()))
        .with("uid", ScalarNode.of(event.uid()));
  }

  private static ScalarNode time(Instant at) {
    return ScalarNode.of(MICROS.format(at));
  }
}
