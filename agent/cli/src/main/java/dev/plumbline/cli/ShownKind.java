package dev.plumbline.cli;

import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.ObjectKey;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A kind of ours as people call it, and what they want to know of its objects. */
enum ShownKind {
  SYNCS("Sync", "sy"),
  TENANTS("Tenant", "tn"),
  TARGETS("Target", "tgt"),
  ENVIRONMENTS("Environment", "env"),
  REPOSITORIES("Repository", "repo");

  static final String GROUP = "plumbline.dev";

  private final String kind;
  private final String shortName;

  ShownKind(String kind, String shortName) {
    this.kind = kind;
    this.shortName = shortName;
  }

  /** The kind a word stands for: {@code targets}, {@code target}, {@code tgt}. */
  static Optional<ShownKind> of(String word) {
    String plain = word.toLowerCase(Locale.ROOT).replaceFirst("\\.plumbline\\.dev$", "");
    return Arrays.stream(values())
        .filter(kind -> kind.called().anyMatch(plain::equals))
        .findFirst();
  }

  /** All words for it. */
  Stream<String> called() {
    return Stream.of(plural(), singular(), shortName);
  }

  static String words() {
    return Arrays.stream(values()).map(ShownKind::plural).collect(Collectors.joining(", "));
  }

  // As the server serves it; known here, it need not be asked first.
  ServedKind served() {
    return new ServedKind(
        GROUP, "v1alpha1", kind, plural(), true, Set.of("get", "list", "watch", "patch"));
  }

  ObjectKey key(String namespace, String name) {
    return new ObjectKey(GROUP, kind, namespace, name);
  }

  String plural() {
    return name().toLowerCase(Locale.ROOT);
  }

  String singular() {
    return kind.toLowerCase(Locale.ROOT);
  }

  /** For sentences: {@code Sync}, {@code Repository}. */
  String kind() {
    return kind;
  }

  /** For sentences: {@code Syncs}, {@code Repositories}. */
  String kinds() {
    return name().charAt(0) + plural().substring(1);
  }
}
