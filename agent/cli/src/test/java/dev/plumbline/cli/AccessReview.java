package dev.plumbline.cli;

import static dev.plumbline.cli.TestHub.PLANE;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.util.List;
import java.util.stream.Stream;

/** What {@code kubectl auth can-i} asks, for somebody else. */
record AccessReview(String user, List<String> groups) {
  AccessReview {
    groups = List.copyOf(groups);
  }

  static AccessReview of(String user, String... groups) {
    return new AccessReview(user, List.of(groups));
  }

  /**
   * @param what verb, resource with its group and subresource, and a name where it matters
   * @param namespace null for the whole cluster
   */
  boolean may(String what, String namespace) {
    String[] words = what.strip().split(" +", -1);
    String[] resource = words[1].split("/", -1);
    int dot = resource[0].indexOf('.');
    MapNode asked =
        attributes(
            "verb", words[0],
            "resource", dot < 0 ? resource[0] : resource[0].substring(0, dot),
            "group", dot < 0 ? "" : resource[0].substring(dot + 1),
            "subresource", resource.length > 1 ? resource[1] : "",
            "name", words.length > 2 ? words[2] : "",
            "namespace", namespace == null ? "" : namespace);
    return PLANE
        .api()
        .created("/apis/authorization.k8s.io/v1/subjectaccessreviews", Json.write(review(asked)))
        .text("status", "allowed")
        .orElse("false")
        .equals("true");
  }

  private MapNode review(MapNode asked) {
    return MapNode.EMPTY
        .with("apiVersion", ScalarNode.of("authorization.k8s.io/v1"))
        .with("kind", ScalarNode.of("SubjectAccessReview"))
        .with(List.of("spec", "user"), ScalarNode.of(user))
        .with(List.of("spec", "groups"), ListNode.of(allGroups()))
        .with(List.of("spec", "resourceAttributes"), asked);
  }

  private List<ScalarNode> allGroups() {
    Stream<String> account =
        user.startsWith("system:serviceaccount:")
            ? Stream.of("system:serviceaccounts")
            : Stream.empty();
    return Stream.concat(Stream.concat(account, groups.stream()), Stream.of("system:authenticated"))
        .map(ScalarNode::of)
        .toList();
  }

  private static MapNode attributes(String... pairs) {
    MapNode attributes = MapNode.EMPTY;
    for (int i = 0; i < pairs.length; i += 2) {
      attributes = attributes.with(pairs[i], ScalarNode.of(pairs[i + 1]));
    }
    return attributes;
  }
}
