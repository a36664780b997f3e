package dev.plumbline.apply;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.ObjectKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What may be delivered: judged on the final object, when its kind and namespace are known, inside
 * every run. The same arguments give the same answer.
 */
public sealed interface Grant {
  /** Everything: for what is nobody's but the platform's. */
  Grant EVERYTHING = new Everything();

  /** Why the object may not be touched, in a sentence; empty where it may. */
  Optional<String> refusal(ObjectKey key);

  /** No bounds but those of the identity. */
  record Everything() implements Grant {
    @Override
    public Optional<String> refusal(ObjectKey key) {
      return Optional.empty();
    }
  }

  /**
   * A tenant, and the namespaces it claims.
   *
   * @param namespaces names, or beginnings of names that end in {@code *}
   * @param known whether that is what it claims; else it may claim less, and cannot be read
   */
  record Claim(String tenant, List<String> namespaces, boolean known) {
    public Claim {
      namespaces = List.copyOf(namespaces);
    }

    public Claim(String tenant, List<String> namespaces) {
      this(tenant, namespaces, true);
    }

    public boolean covers(String namespace) {
      return namespaces.stream().anyMatch(pattern -> matches(pattern, namespace));
    }

    private static boolean matches(String pattern, String namespace) {
      return pattern.endsWith("*")
          ? namespace.startsWith(pattern.substring(0, pattern.length() - 1))
          : namespace.equals(pattern);
    }

    /** Whether there are namespaces that both cover. */
    public boolean meets(Claim other) {
      return namespaces.stream()
          .anyMatch(one -> other.namespaces.stream().anyMatch(two -> meet(one, two)));
    }

    /** The namespaces that both cover: names, and beginnings of names. */
    public List<String> common(Claim other) {
      return namespaces.stream()
          .flatMap(
              one ->
                  other.namespaces.stream()
                      .filter(two -> meet(one, two))
                      .map(two -> narrower(one, two)))
          .distinct()
          .toList();
    }

    private static boolean meet(String one, String two) {
      String a = one.replace("*", "");
      String b = two.replace("*", "");
      return (one.endsWith("*") && two.endsWith("*"))
          ? a.startsWith(b) || b.startsWith(a)
          : matches(one, two) || matches(two, one);
    }

    // Of two that meet, one covers the other.
    private static String narrower(String one, String two) {
      if (one.endsWith("*") != two.endsWith("*")) {
        return one.endsWith("*") ? two : one;
      }
      return one.length() < two.length() ? two : one;
    }
  }

  /**
   * What a tenant may.
   *
   * @param claim its namespaces
   * @param older the claims that go before it, where both cover a namespace
   * @param clusterResources kinds outside of namespaces it may deliver: {@code group/Kind}, {@code
   *     group/*}
   * @param kinds kinds in namespaces it may deliver; empty for all
   * @param ours namespaces of the agent's own
   * @param closed namespaces that are closed to it for now, with the sentence that says why
   */
  record OfTenant(
      Claim claim,
      List<Claim> older,
      List<String> clusterResources,
      List<String> kinds,
      Set<String> ours,
      Map<String, String> closed)
      implements Grant {
    // Kubernetes keeps names that begin with kube- to itself.
    private static final String CLUSTERS_OWN = "kube-";
    // What is no such name is not compared: it might mean something else to somebody else.
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final GroupKind NAMESPACE = new GroupKind("", "Namespace");

    public OfTenant {
      older = List.copyOf(older);
      clusterResources = List.copyOf(clusterResources);
      kinds = List.copyOf(kinds);
      ours = Set.copyOf(ours);
      closed = Map.copyOf(closed);
    }

    /** The same, without the namespaces that are closed. */
    public OfTenant closing(Map<String, String> more) {
      return new OfTenant(claim, older, clusterResources, kinds, ours, more);
    }

    @Override
    public Optional<String> refusal(ObjectKey key) {
      if (isOurKind(key)) {
        return Optional.of(
            "kinds of %s are the agent's own, and no Tenant may deliver them"
                .formatted(Marks.GROUP));
      }
      if (key.namespace().isEmpty()) {
        return outsideOfNamespaces(key);
      }
      return namespace(key.namespace())
          .or(() -> Optional.ofNullable(closed.get(key.namespace())))
          .or(() -> kind(key.groupKind()));
    }

    // A definition of a kind of ours is ours, too.
    private static boolean isOurKind(ObjectKey key) {
      return key.group().equals(Marks.GROUP)
          || key.group().endsWith("." + Marks.GROUP)
          || (key.groupKind().equals(Desires.CRD) && key.name().endsWith("." + Marks.GROUP));
    }

    private Optional<String> outsideOfNamespaces(ObjectKey key) {
      if (!lists(clusterResources, key.groupKind())) {
        return Optional.of(
            "it is in no namespace, and of such objects Tenant %s may deliver %s"
                .formatted(
                    claim.tenant(),
                    clusterResources.isEmpty()
                        ? "none"
                        : "only " + String.join(", ", clusterResources)));
      }
      return key.groupKind().equals(NAMESPACE) ? namespace(key.name()) : Optional.empty();
    }

    /** Why nothing may be delivered into a namespace. */
    public Optional<String> namespace(String name) {
      if (!LABEL.matcher(name).matches()) {
        return Optional.of("'%s' is not the name of a namespace".formatted(name));
      }
      if (name.startsWith(CLUSTERS_OWN)) {
        return refused(name, "is the cluster's own");
      }
      if (ours.contains(name)) {
        return refused(name, "is the agent's own");
      }
      if (!claim.covers(name)) {
        return refused(name, "is none of its");
      }
      return older.stream()
          .filter(other -> other.covers(name))
          .findFirst()
          .flatMap(other -> refused(name, whose(other)));
    }

    private static String whose(Claim other) {
      return other.known()
          ? "is Tenant %s's, which claims it longer".formatted(other.tenant())
          : "may be Tenant %s's, which is older and cannot be read".formatted(other.tenant());
    }

    private Optional<String> refused(String namespace, String why) {
      return Optional.of(
          "Tenant %s may deliver into namespaces %s; namespace %s %s"
              .formatted(claim.tenant(), String.join(", ", claim.namespaces()), namespace, why));
    }

    private Optional<String> kind(GroupKind kind) {
      return kinds.isEmpty() || lists(kinds, kind)
          ? Optional.empty()
          : Optional.of(
              "Tenant %s may deliver only %s".formatted(claim.tenant(), String.join(", ", kinds)));
    }

    private static boolean lists(List<String> names, GroupKind kind) {
      return names.contains(kind.toString())
          || (!kind.group().isEmpty() && names.contains(kind.group() + "/*"));
    }
  }
}
