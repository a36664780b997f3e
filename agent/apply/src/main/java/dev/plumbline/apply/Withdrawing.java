package dev.plumbline.apply;

import dev.plumbline.apply.Change.Prune;
import dev.plumbline.kube.Answer;
import dev.plumbline.kube.ApplyRequest;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.Meta;
import dev.plumbline.kube.Refusal;
import dev.plumbline.model.Fence;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.model.ScalarNode;
import java.io.IOException;
import java.util.Optional;

/**
 * Takes our fields out of an object that stays: an apply of nothing under the name that holds them.
 * The server keeps what others hold, too.
 */
final class Withdrawing {
  private static final int TRIES = 8;

  private final Site site;

  Withdrawing(Site site) {
    this.site = site;
  }

  /**
   * Whether others have a part in an object beside what we merged into it. What the control plane
   * writes of it is how its kind works, and keeps nobody from deleting it.
   */
  static boolean isShared(Meta meta, Marks marks) {
    return meta.managed().stream()
        .filter(entry -> entry.subresource().isEmpty())
        .filter(entry -> !Additions.CONTROL_PLANE.contains(entry.manager()))
        .filter(entry -> !entry.isApplyOf(marks.merger()))
        .anyMatch(entry -> !isNote(entry.manager(), entry.operation()));
  }

  // What we note on an object, beside what we apply.
  private static boolean isNote(String manager, String operation) {
    return manager.equals(Marks.MANAGER) && operation.equals("Update");
  }

  static ApplyRequest request(Prune prune, String manager) {
    return request(prune.key(), prune.entry().apiVersion(), prune.guard(), manager);
  }

  private static ApplyRequest request(
      ObjectKey key, String apiVersion, Guard guard, String manager) {
    MapNode metadata = MapNode.EMPTY.with("name", ScalarNode.of(key.name()));
    MapNode nothing =
        MapNode.EMPTY
            .with("apiVersion", ScalarNode.of(apiVersion))
            .with("kind", ScalarNode.of(key.kind()))
            .with(
                "metadata",
                key.namespace().isEmpty()
                    ? metadata
                    : metadata.with("namespace", ScalarNode.of(key.namespace())));
    return ApplyRequest.update(key, nothing, manager, guard);
  }

  Done withdraw(Prune prune, String manager) {
    Entry deleting = prune.entry().asDeleting();
    try {
      return withdraw(prune, request(prune, manager), deleting, TRIES);
    } catch (Fence.Closed closed) {
      return Done.notSent(prune.key(), Position.UNKNOWN, Optional.of(deleting));
    } catch (IOException e) {
      String why = "could not read it again: " + e.getMessage();
      return Done.of(Outcome.of(prune.key(), Outcome.Result.FAILED, why), Optional.of(deleting));
    }
  }

  private Done withdraw(Prune prune, ApplyRequest request, Entry deleting, int tries)
      throws IOException {
    return switch (site.cluster().apply(request)) {
      case Answer.Done ignored -> Done.of(Outcome.done(prune.key()), Optional.empty());
      case Answer.Unknown(String why) ->
          Done.unknown(prune.key(), why, Position.UNKNOWN, Optional.of(deleting));
      case Answer.Refused(Refusal no) when no.cause() == Refusal.Cause.GONE ->
          Done.of(Outcome.done(prune.key()), Optional.empty());
      case Answer.Refused(Refusal no) when no.cause() == Refusal.Cause.CHANGED && tries > 1 -> {
        Optional<Meta> now =
            site.cluster().meta(prune.key()).filter(meta -> meta.uid().equals(deleting.uid()));
        yield now.isPresent()
            ? withdraw(prune, at(request, now.get()), deleting, tries - 1)
            : Done.of(Outcome.done(prune.key()), Optional.empty());
      }
      case Answer.Refused(Refusal no) ->
          Done.of(
              Outcome.refused(prune.key(), no, Position.UNKNOWN, site.settling()),
              Optional.of(no.permanent() ? prune.entry() : deleting));
    };
  }

  private static ApplyRequest at(ApplyRequest request, Meta now) {
    return ApplyRequest.update(
        request.key(),
        request.body(),
        request.fieldManager(),
        new Guard(now.uid(), now.resourceVersion()));
  }

  /**
   * Lets go of an object under one of our names after it was applied under the other; what that
   * holds stays.
   */
  Answer letGo(Wanted wanted, Meta now, String manager) {
    var guard = new Guard(now.uid(), now.resourceVersion());
    return site.cluster().apply(request(wanted.key(), wanted.kind().apiVersion(), guard, manager));
  }
}
