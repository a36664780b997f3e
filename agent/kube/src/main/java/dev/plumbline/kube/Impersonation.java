package dev.plumbline.kube;

import dev.plumbline.kube.Credentials.Headers;
import dev.plumbline.kube.KubeconfigReader.Refusal;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Whom the user of a kubeconfig acts as: names, groups, and what else the server may know. */
record Impersonation(Headers headers) {
  // RFC 9110, section 5.6.2: what a field name is made of.
  private static final String LEGAL =
      "!#$&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

  static Impersonation of(MapNode user) throws Refusal {
    var headers = new ArrayList<Map.Entry<String, String>>();
    var as = KubeconfigReader.text(user, "as");
    as.ifPresent(name -> headers.add(Map.entry("Impersonate-User", name)));
    KubeconfigReader.text(user, "as-uid")
        .ifPresent(uid -> headers.add(Map.entry("Impersonate-Uid", uid)));
    for (String group : texts("as-groups", user.get("as-groups").orElse(ListNode.of(List.of())))) {
      headers.add(Map.entry("Impersonate-Group", group));
    }
    for (var extra : extras(user).entries().entrySet()) {
      String header = "Impersonate-Extra-" + escaped(extra.getKey());
      for (String value : texts("as-user-extra." + extra.getKey(), extra.getValue())) {
        headers.add(Map.entry(header, value));
      }
    }
    if (!headers.isEmpty() && as.isEmpty()) {
      throw new Refusal("as-uid, as-groups and as-user-extra need as: the user to act as");
    }
    return new Impersonation(new Headers(headers));
  }

  private static MapNode extras(MapNode user) throws Refusal {
    return switch (user.get("as-user-extra").orElse(MapNode.EMPTY)) {
      case MapNode extras -> extras;
      default -> throw new Refusal("as-user-extra: expected a map of lists of texts");
    };
  }

  private static List<String> texts(String field, Node node) throws Refusal {
    var texts = new ArrayList<String>();
    if (node instanceof ListNode list) {
      for (Node item : list.items()) {
        if (!(item instanceof ScalarNode text) || !text.isString()) {
          throw new Refusal(field + ": expected texts; put them in quotes");
        }
        texts.add(text.text());
      }
      return texts;
    }
    throw new Refusal(field + ": expected a list of texts");
  }

  // The server turns %2F back into a slash.
  private static String escaped(String key) {
    var escaped = new StringBuilder();
    for (byte part : key.getBytes(StandardCharsets.UTF_8)) {
      if (LEGAL.indexOf(part) >= 0) {
        escaped.append((char) part);
      } else {
        escaped.append("%%%02X".formatted(part));
      }
    }
    return escaped.toString();
  }

  Credentials with(Credentials own) {
    return headers.headers().isEmpty() ? own : new Credentials.As(own, headers);
  }
}
