package dev.plumbline.cli;

import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What flags change in the user of a kubeconfig. */
final class UserOverrides {
  private UserOverrides() {}

  static MapNode of(MapNode user, ClusterFlags flags) throws IOException {
    if (flags.token != null && flags.username != null) {
      throw Failure.misused("--token and --username exclude each other");
    }
    MapNode body = user;
    if (flags.token != null) {
      body = body.with("token", text(flags.token));
    }
    if (flags.username != null) {
      body = body.with("username", ScalarNode.of(flags.username));
    }
    if (flags.password != null) {
      if (body.text("username").isEmpty()) {
        throw Failure.misused("--password needs --username");
      }
      body = body.with("password", text(flags.password));
    }
    if (flags.clientCertificate != null) {
      body = body.with("client-certificate-data", KubeconfigFiles.encoded(flags.clientCertificate));
    }
    if (flags.clientKey != null) {
      body = body.with("client-key-data", KubeconfigFiles.encoded(flags.clientKey));
    }
    return acting(body, flags);
  }

  private static ScalarNode text(Secret<String> secret) {
    return secret.use(ScalarNode::of);
  }

  /** Whom he acts as. */
  static MapNode acting(MapNode user, ClusterFlags flags) {
    MapNode body = user;
    if (flags.as != null) {
      body =
          body.with("as", ScalarNode.of(flags.as))
              .without("as-groups")
              .without("as-uid")
              .without("as-user-extra");
    }
    if (!flags.asGroups.isEmpty()) {
      body =
          body.with("as-groups", ListNode.of(flags.asGroups.stream().map(ScalarNode::of).toList()));
    }
    if (!flags.asUserExtras.isEmpty()) {
      body = body.with("as-user-extra", extras(flags.asUserExtras));
    }
    return flags.asUid == null ? body : body.with("as-uid", ScalarNode.of(flags.asUid));
  }

  private static MapNode extras(List<ExtraConverter.Extra> given) {
    Map<String, List<Node>> values = new LinkedHashMap<>();
    for (ExtraConverter.Extra extra : given) {
      values.computeIfAbsent(extra.key(), _ -> new ArrayList<>()).add(ScalarNode.of(extra.value()));
    }
    Map<String, Node> lists = new LinkedHashMap<>();
    values.forEach((key, texts) -> lists.put(key, ListNode.of(texts)));
    return MapNode.of(lists);
  }
}
