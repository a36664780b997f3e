package dev.plumbline.kube;

import dev.plumbline.kube.Asked.How;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Questions over HTTP, as whoever the connection is. */
record HttpQuestions(Requests requests, Discovery discovery) implements Questions {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int ONE_OBJECT = 8 << 20;
  private static final String REVIEW =
      "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}";

  @Override
  public String whoAmI() throws IOException {
    var body = new Call.Body(Call.JSON, REVIEW);
    var call = asking("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", body);
    return requests.read(call).text("status", "userInfo", "username").orElse("");
  }

  @Override
  public MapNode preview(ObjectKey key, MapNode body, String fieldManager, boolean force)
      throws IOException {
    var kind = discovery.find(body.text("apiVersion").orElse(""), key.kind());
    if (kind.isEmpty()) {
      throw refused(
          Cause.NO_SUCH_KIND,
          "the server does not serve %s %s"
              .formatted(body.text("apiVersion").orElse(""), key.kind()));
    }
    var mistake = ResourcePath.mistake(kind.get(), key);
    if (mistake.isPresent()) {
      throw refused(Cause.INVALID, mistake.get());
    }
    String path = Call.with(ResourcePath.of(kind.get(), key), "fieldManager", fieldManager);
    path = Call.with(Call.with(path, "force", "" + force), "fieldValidation", "Strict");
    path = Call.with(path, "dryRun", "All");
    var call = asking("PATCH", path, new Call.Body(HttpCluster.APPLY, Json.write(body)));
    return requests.read(call, Asked.to(How.CHANGE, key));
  }

  private static KubeException refused(Cause cause, String why) {
    return new KubeException(Classification.ours(cause, why));
  }

  private static Call asking(String method, String path, Call.Body body) {
    return new Call(method, path, Optional.of(body), Call.JSON, LIMIT, ONE_OBJECT, false);
  }
}
