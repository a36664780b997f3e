package dev.plumbline.kube;

import static dev.plumbline.kube.Live.CLUSTER;
import static dev.plumbline.kube.Live.PLANE;
import static dev.plumbline.kube.Live.done;
import static dev.plumbline.kube.Live.json;
import static dev.plumbline.kube.Live.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.ObjectKey;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the server says of a Secret may quote it; reason and path are all that is told. */
@Tag("SEC-LEAK-01")
final class KeepsSecretsOutOfMessagesTest {
  private final ObjectKey key = new ObjectKey("", "Secret", PLANE.namespace("secret"), "a");

  @Test
  void a_value_of_the_wrong_type_is_not_quoted() {
    var refusal = create("\"stringData\": {\"pin\": 98765}");

    assertThat(refusal.message())
        .isEqualTo("%s was refused (500) because of .stringData.pin".formatted(key));
  }

  @Test
  void a_value_that_is_not_base64_is_not_quoted() {
    var refusal = create("\"data\": {\"password\": \"hunter2!\"}");

    assertThat(refusal.message()).isEqualTo("%s was refused (500)".formatted(key));
  }

  @Test
  void a_value_that_does_not_validate_is_not_quoted() {
    var refusal =
        create(
            "\"type\": \"kubernetes.io/dockerconfigjson\","
                + " \"data\": {\".dockerconfigjson\": \"aHVudGVyMg==\"}");

    assertThat(refusal.message())
        .isEqualTo(
            "%s was refused (422 Invalid) because of data[.dockerconfigjson]".formatted(key));
  }

  @Test
  void a_field_the_server_does_not_know_is_named() {
    var refusal = create("\"date\": {\"password\": \"aHVudGVyMg==\"}");

    assertThat(refusal.message()).isEqualTo("%s was refused (500) because of .date".formatted(key));
  }

  @Test
  void an_immutable_secret_is_named_by_its_path() {
    var immutable = "\"immutable\": true, \"data\": {\"k\": \"%s\"}";
    var meta = done(CLUSTER.apply(request(immutable.formatted("YQ=="))));
    var changed =
        ApplyRequest.update(
            key, request(immutable.formatted("Yg==")).body(), "plumbline", Live.guard(meta));

    var refusal = refused(CLUSTER.apply(changed));

    assertThat(refusal.cause()).isEqualTo(Refusal.Cause.IMMUTABLE);
    assertThat(refusal.message())
        .isEqualTo("%s was refused (422 Invalid) because of data".formatted(key));
  }

  @Test
  void what_says_nothing_of_the_content_stays_as_it_is() {
    done(CLUSTER.apply(request("\"data\": {}")));
    var tenant = Live.CONNECTION.as(new Identity.ServiceAccount(key.namespace(), "plumbline"));

    assertThat(refused(CLUSTER.create(key, request("\"data\": {}").body())).message())
        .isEqualTo("secrets \"a\" already exists");
    assertThat(refused(tenant.create(key, request("\"data\": {}").body())).message())
        .contains("cannot create resource \"secrets\"");
  }

  private Refusal create(String fields) {
    return refused(CLUSTER.apply(request(fields)));
  }

  private ApplyRequest request(String fields) {
    var body =
        json(
            "{\"apiVersion\": \"v1\", \"kind\": \"Secret\", \"metadata\": {\"name\": \"a\"}, %s}"
                .formatted(fields));
    return ApplyRequest.createOnly(key, body, "plumbline");
  }
}
