package dev.plumbline.apply;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.ScalarNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an object asks for by its annotations; {@link Annotations} has the table.
 *
 * @param mode how far it is ours
 * @param because the annotation that says so; empty for none
 * @param keptBy the annotation by which it is kept for ever; empty for none
 * @param confirmBy the annotation by which its prune needs a person's word; empty for none
 * @param recreate whether it may be deleted and made again where a field cannot be changed
 * @param wave objects of a wave begin when those of all earlier ones are healthy
 * @param dependsOn what has to be there and healthy before it
 * @param judged whether its health counts
 * @param additionsStay whether what others add is theirs, whatever the Sync says
 * @param objection why it cannot be delivered as it asks; empty when it can
 * @param remarks what others understand and we do not
 */
public record Wishes(
    Mode mode,
    String because,
    String keptBy,
    String confirmBy,
    boolean recreate,
    int wave,
    List<ObjectKey> dependsOn,
    boolean judged,
    boolean additionsStay,
    Optional<Objection> objection,
    List<String> remarks) {
  static final Wishes NONE =
      new Wishes(
          Mode.WHOLE, "", "", "", false, 0, List.of(), true, false, Optional.empty(), List.of());

  public Wishes {
    dependsOn = List.copyOf(dependsOn);
    remarks = List.copyOf(remarks);
  }

  /** How far an object is ours. */
  enum Mode {
    /** Created, kept as wanted, pruned. */
    WHOLE,
    /** Only what the manifest names is ours, of an object that is somebody else's or nobody's. */
    MERGE,
    /** Created where nothing is there, then left alone. */
    IF_ABSENT,
    /** Not touched at all. */
    IGNORE
  }

  /**
   * @param unsupported whether others would know what to do
   */
  record Objection(boolean unsupported, String sentence) {}

  /** The annotation by which it is not touched at all; empty for none. */
  public String leftBy() {
    return mode == Mode.IGNORE ? because : "";
  }

  boolean merges() {
    return mode == Mode.MERGE;
  }

  /** What the object of a manifest, or a live one, asks for. */
  public static Wishes of(MapNode body) {
    Map<String, String> labels = texts(body, "labels");
    Map<String, String> annotations = texts(body, "annotations");
    return labels.isEmpty() && annotations.isEmpty() ? NONE : Annotations.read(labels, annotations);
  }

  private static Map<String, String> texts(MapNode body, String field) {
    Map<String, Node> nodes = body.map("metadata", field).map(MapNode::entries).orElseGet(Map::of);
    if (nodes.isEmpty()) {
      return Map.of();
    }
    var texts = new HashMap<String, String>();
    nodes.forEach(
        (key, value) -> texts.put(key, value instanceof ScalarNode scalar ? scalar.text() : ""));
    return texts;
  }
}
