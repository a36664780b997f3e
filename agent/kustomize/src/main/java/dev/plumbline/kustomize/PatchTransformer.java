package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import java.util.HashSet;

/** One patch, of either kind, for the resources it names or selects. */
record PatchTransformer(
    PatchText text,
    Selector target,
    boolean mayRename,
    boolean mayChangeKind,
    Patcher patcher,
    Position where,
    String source)
    implements Transformer {
  @Override
  public void transform(ResMap map) {
    try {
      if (text.json() != null) {
        transformJson(map);
      } else if (target == null) {
        text.merges().forEach(patch -> mergeById(map, patch));
      } else if (text.merges().size() > 1) {
        throw new BuildException(
            "Multiple Strategic-Merge Patches in one `patches` entry is not allowed to set"
                + " `patches.target` field: "
                + source);
      } else if (!text.merges().isEmpty()) {
        mergeSelected(map, text.merges().getFirst());
      }
    } catch (BuildException e) {
      throw e.at(where);
    }
  }

  private void transformJson(ResMap map) {
    if (text.json().isEmpty()) {
      return;
    }
    if (target == null) {
      throw new BuildException("must specify a target for JSON patch " + source);
    }
    for (int i : target.select(map)) {
      map.set(i, Patcher.json(map.get(i).remembered(), text.json()));
    }
  }

  private void mergeById(ResMap map, MapNode patch) {
    var id = new Resource(patch, History.NONE, patcher.scope()).currentId();
    int at = find(map, id, patch.position());
    // Leave to rename is noted among the annotations there, which become texts by that.
    var ready = mayRename || mayChangeKind ? Patcher.withTextsAsAnnotations(patch) : patch;
    map.set(at, patcher.merge(map.get(at), ready, mayRename, mayChangeKind));
  }

  private static int find(ResMap map, ResId id, Position where) {
    var places = map.withAnyId(id);
    if (places.size() == 1) {
      return places.getFirst();
    }
    throw new BuildException(
        where,
        ("no resource matches strategic merge patch \"%s\": %s for Id %s; failed to find unique"
                + " target for patch %s")
            .formatted(id, places.isEmpty() ? "no matches" : "multiple matches", id, id));
  }

  private void mergeSelected(ResMap map, MapNode patch) {
    var selected = new HashSet<ResId>();
    target.select(map).forEach(i -> selected.add(map.get(i).currentId()));
    for (int i = 0; i < map.size(); i++) {
      var resource = map.get(i);
      if (!resource.isEmpty() && selected.contains(resource.currentId())) {
        var ready = Patcher.forTarget(patch, resource);
        map.set(i, patcher.merge(resource, ready, mayRename, mayChangeKind));
      }
    }
    map.dropEmpty();
    map.demandUniqueIds();
  }
}
