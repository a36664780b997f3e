package dev.plumbline.hub;

import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.DeleteRequest;
import dev.plumbline.kube.Guard;
import java.util.Optional;

/**
 * Writes generated Syncs by server-side apply under a name of its own, so that what people set in
 * them, {@code suspend} above all, is theirs and stays.
 */
final class Drafts {
  private static final String MANAGER = "plumbline-generate";

  private final Cluster cluster;

  Drafts(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * @param found what stands under the name; empty: it is made, or nothing happens
   */
  DraftWrite write(SyncDraft draft, Optional<HubObject<SyncSpec, SyncStatus>> found) {
    var request =
        found
            .map(sync -> ApplyRequest.update(draft.key(), draft.body(), MANAGER, guard(sync)))
            .orElseGet(() -> ApplyRequest.createOnly(draft.key(), draft.body(), MANAGER));
    return answer(cluster.apply(request));
  }

  DraftWrite delete(HubObject<SyncSpec, SyncStatus> sync) {
    return answer(cluster.delete(DeleteRequest.of(HubKind.SYNC.key(sync.name()), guard(sync))));
  }

  private static Guard guard(HubObject<SyncSpec, SyncStatus> sync) {
    return new Guard(sync.uid(), sync.resourceVersion());
  }

  private static DraftWrite answer(Answer answer) {
    return switch (answer) {
      case Answer.Done done -> new DraftWrite.Done();
      case Answer.Unknown(var why) -> new DraftWrite.Failed(why);
      case Answer.Refused(var refusal) ->
          switch (refusal.cause()) {
            case EXISTS, CHANGED, GONE, CONFLICT -> new DraftWrite.Overtaken();
            case NAMESPACE_MISSING, NAMESPACE_TERMINATING ->
                new DraftWrite.NamespaceMissing(refusal.message());
            case WAITING_FOR_CLUSTER,
                FORBIDDEN,
                NO_SUCH_KIND,
                INVALID,
                IMMUTABLE,
                TRANSIENT,
                UNAUTHORIZED ->
                new DraftWrite.Failed(refusal.message());
          };
    };
  }
}
