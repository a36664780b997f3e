package dev.plumbline.kustomize;

import dev.plumbline.model.MapNode;
import java.util.List;

/** All of {@code patchesStrategicMerge}: each document goes to the resource with its id. */
record StrategicMergeTransformer(List<MapNode> patches, Patcher patcher) implements Transformer {
  @Override
  public void transform(ResMap map) {
    for (var patch : patches) {
      var id = new Resource(patch, History.NONE, patcher.scope()).currentId();
      var places = map.withAnyId(id);
      if (places.size() != 1) {
        throw new BuildException(
            patch.position(),
            "%s for Id %s; failed to find unique target for patch %s"
                .formatted(places.isEmpty() ? "no matches" : "multiple matches", id, id));
      }
      int at = places.getFirst();
      var ready = Patcher.forTarget(patch, map.get(at));
      map.set(at, patcher.merge(map.get(at), ready, false, false));
      map.dropEmpty();
      map.demandUniqueIds();
    }
  }
}
