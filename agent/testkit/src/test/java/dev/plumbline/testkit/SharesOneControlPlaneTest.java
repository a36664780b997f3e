package dev.plumbline.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SharesOneControlPlaneTest {

  @Test
  void finds_the_cluster_that_is_up_already() {
    var first = SharedTestbed.cluster();
    var second = SharedTestbed.cluster();

    assertThat(second.text("server")).isEqualTo(first.text("server"));
  }

  @Test
  void gives_each_test_a_namespace_of_its_own() {
    var plane = ControlPlane.shared();

    String one = plane.namespace("test");
    String other = plane.namespace("test");

    assertThat(one).isNotEqualTo(other);
    assertThat(plane.kubectl("get", "namespace", one, other, "-o", "name").lines()).hasSize(2);
  }

  @Test
  void notes_who_asked_for_what() {
    var plane = ControlPlane.shared();
    long start = plane.audit().mark();

    plane.api().get("/api/v1/namespaces/kube-system");

    Await.until(
        "the request is in the audit log",
        () ->
            plane
                .audit()
                .since(start, entry -> entry.uri().equals("/api/v1/namespaces/kube-system"))
                .stream()
                .anyMatch(
                    entry ->
                        entry.user().equals("admin")
                            && entry.userAgent().equals("testkit")
                            && entry.code() == 200));
  }
}
