package dev.plumbline.apply;

import static dev.plumbline.api.v1alpha1.Marks.ADOPTED;
import static dev.plumbline.api.v1alpha1.Marks.HUB;
import static dev.plumbline.api.v1alpha1.Marks.SYNC;

import dev.plumbline.kube.Meta;
import dev.plumbline.model.Digest;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.model.ScalarNode;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What we write on every object: the installation, the Sync, and an ApplySet-style label for {@code
 * kubectl get -l}. Marks find strays; ownership itself is the inventory and the uid.
 */
public record Marks(String hubId, Name sync) {
  /** The field manager of everything we apply. */
  public static final String MANAGER = "plumbline";

  private static final String PART_OF = "applyset.kubernetes.io/part-of";

  /**
   * The field manager of what is merged into objects that are not ours: one of the Sync's own,
   * since two applies under one name take each other's fields away.
   */
  public String merger() {
    var id = Digest.of("%s %s".formatted(hubId, sync));
    return MANAGER + "-" + id.hex().substring(0, 16);
  }

  /** Under which name an object is applied that asks for this. */
  String manager(Wishes wishes) {
    return wishes.merges() ? merger() : MANAGER;
  }

  /**
   * The marks of an object that asks for this. One that is not ours carries only the label by which
   * it is watched: whose it is, is for its owner to say.
   */
  MapNode on(MapNode body, Wishes wishes) {
    return wishes.merges()
        ? body.with(List.of("metadata", "labels", HUB), ScalarNode.of(hubId))
        : on(body);
  }

  /** The object with our marks on it. */
  public MapNode on(MapNode body) {
    return body.with(List.of("metadata", "labels", HUB), ScalarNode.of(hubId))
        .with(List.of("metadata", "labels", PART_OF), ScalarNode.of(partOf()))
        .with(List.of("metadata", "annotations", SYNC), ScalarNode.of(sync.toString()));
  }

  /** The selector of everything this installation has on a cluster. */
  public static String selector(String hubId) {
    return HUB + "=" + hubId;
  }

  /**
   * Whether the object is this Sync's. Controllers copy labels (EndpointSlices carry a Service's),
   * so the annotation and our entry in managedFields count too.
   */
  public boolean areOn(Meta meta) {
    return meta.appliedBy(MANAGER).isPresent() && nameIsOn(meta);
  }

  /** Whether our watches tell of an object. */
  boolean watches(Meta meta) {
    return hubId.equals(meta.labels().get(HUB));
  }

  /** Whether label and annotation say so, whoever wrote them. */
  boolean nameIsOn(Meta meta) {
    return sync(meta, hubId).filter(sync::equals).isPresent();
  }

  /** The Sync of this installation that label and annotation name. */
  static Optional<Name> sync(Meta meta, String hubId) {
    if (!hubId.equals(meta.labels().get(HUB))) {
      return Optional.empty();
    }
    String[] name = meta.annotations().getOrDefault(SYNC, "").split("/", -1);
    return name.length == 2 && !name[0].isEmpty() && !name[1].isEmpty()
        ? Optional.of(new Name(name[0], name[1]))
        : Optional.empty();
  }

  /** The installation an object is labelled with, if it is another one; else empty. */
  static String otherHub(Meta meta, String hubId) {
    String hub = meta.labels().getOrDefault(HUB, hubId);
    return hub.equals(hubId) ? "" : hub;
  }

  static String installation(String hub) {
    return "another installation of Plumbline (%s)".formatted(hub);
  }

  /** Whether a label or an annotation at this place is one we write. */
  static boolean isMark(List<String> place) {
    String name = place.getLast();
    return place.size() == 3
        && place.getFirst().equals("metadata")
        && (name.equals(HUB) || name.equals(PART_OF) || ours(name));
  }

  /** Whether we write an annotation of that name. */
  static boolean ours(String annotation) {
    return annotation.equals(SYNC)
        || annotation.equals(ADOPTED)
        || annotation.equals(Updating.TOUCHED);
  }

  /** Whether no Sync, of this installation or another one, has it. */
  boolean isNobodys(Meta meta) {
    boolean ours = sync(meta, hubId).isPresent() && meta.appliedBy(MANAGER).isPresent();
    return otherHub(meta, hubId).isEmpty() && !ours;
  }

  /** Whether it says which of the tools made it that people come from. */
  static boolean isLabelled(Meta meta) {
    return peer(meta).isPresent()
        || meta.annotations().containsKey("kubectl.kubernetes.io/last-applied-configuration")
        || meta.managed().stream().anyMatch(entry -> entry.manager().startsWith("kubectl"));
  }

  /** Whose an object is that is not this Sync's, for people. */
  String owner(Meta meta) {
    String hub = otherHub(meta, hubId);
    if (!hub.isEmpty()) {
      return installation(hub);
    }
    return sync(meta, hubId)
        .filter(other -> meta.appliedBy(MANAGER).isPresent())
        .map(other -> "Sync " + other)
        .or(() -> peer(meta))
        .or(() -> managers(meta))
        .orElse("somebody else");
  }

  private static Optional<String> peer(Meta meta) {
    Map<String, String> labels = meta.labels();
    if (labels.containsKey("kustomize.toolkit.fluxcd.io/name")) {
      return Optional.of(
          "Flux Kustomization %s/%s"
              .formatted(
                  labels.getOrDefault("kustomize.toolkit.fluxcd.io/namespace", ""),
                  labels.get("kustomize.toolkit.fluxcd.io/name")));
    }
    if (meta.annotations().containsKey("argocd.argoproj.io/tracking-id")
        || labels.containsKey("argocd.argoproj.io/instance")) {
      return Optional.of("Argo CD");
    }
    if (meta.annotations().containsKey("meta.helm.sh/release-name")) {
      return Optional.of("Helm release " + meta.annotations().get("meta.helm.sh/release-name"));
    }
    return Optional.empty();
  }

  private static Optional<String> managers(Meta meta) {
    List<String> names =
        meta.managed().stream().map(entry -> entry.manager()).distinct().limit(3).toList();
    return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names));
  }

  // The id format of KEP-3659: base64url(sha256("<name>.<namespace>.<kind>.<group>")).
  private String partOf() {
    var id = Digest.of("%s.%s.Sync.plumbline.dev".formatted(sync.name(), sync.namespace()));
    byte[] hash = HexFormat.of().parseHex(id.hex());
    return "applyset-" + Base64.getUrlEncoder().withoutPadding().encodeToString(hash) + "-v1";
  }
}
