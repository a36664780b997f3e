package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Consistent lists, page by page. */
final class Lists {
  private static final int MOST = 200_000;
  private static final int METAS_A_PAGE = 500;
  private static final int BODIES_A_PAGE = 100;

  private final Requests requests;

  Lists(Requests requests) {
    this.requests = requests;
  }

  List<Meta> metas(ServedKind kind, String labelSelector) throws IOException {
    String path = selected(ResourcePath.of(kind, ""), labelSelector);
    var query = new Query(path, Call.METADATA_LIST, METAS_A_PAGE, MOST);
    var metas = new ArrayList<Meta>();
    read(query, metas::clear, item -> metas.add(MetaReader.read(kind, item)));
    return metas;
  }

  List<MapNode> bodies(ServedKind kind, String namespace, String labelSelector, int limit)
      throws IOException {
    String path = selected(ResourcePath.of(kind, namespace), labelSelector);
    var bodies = new ArrayList<MapNode>();
    read(new Query(path, Call.JSON, BODIES_A_PAGE, limit), bodies::clear, bodies::add);
    return bodies;
  }

  /**
   * Reads all pages, and once more from the start when the server has forgotten the version the
   * first pages were of.
   *
   * @param restart called before the items come again
   * @return the resourceVersion of the list
   */
  String read(Query query, Runnable restart, Sink sink) throws IOException {
    try {
      return pages(query, sink);
    } catch (KubeException e) {
      if (e.refusal().code() != 410) {
        throw e;
      }
      restart.run();
      return pages(query, sink);
    }
  }

  private String pages(Query query, Sink sink) throws IOException {
    String token = "";
    int left = query.most;
    while (true) {
      String path = Call.with(query.path, "limit", "" + Math.min(query.perPage, left));
      var call =
          Call.list(token.isEmpty() ? path : Call.with(path, "continue", token), query.accept);
      var page = requests.read(call);
      for (Node item : page.list("items")) {
        if (item instanceof MapNode object) {
          sink.accept(object);
          left--;
        }
      }
      token = page.text("metadata", "continue").orElse("");
      if (token.isEmpty() || left <= 0) {
        return page.text("metadata", "resourceVersion").orElse("");
      }
    }
  }

  static String selected(String path, String labelSelector) {
    return labelSelector.isEmpty() ? path : Call.with(path, "labelSelector", labelSelector);
  }

  /** Takes the items, one by one. */
  @FunctionalInterface
  interface Sink {
    void accept(MapNode item) throws IOException;
  }

  /**
   * @param most how many items are read, whatever there is
   */
  record Query(String path, String accept, int perPage, int most) {
    static Query all(String path, String accept) {
      return new Query(path, accept, BODIES_A_PAGE, MOST);
    }
  }
}
