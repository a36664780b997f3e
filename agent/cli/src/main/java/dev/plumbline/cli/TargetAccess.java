package dev.plumbline.cli;

import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.MapNode;
import java.io.IOException;
import java.util.Optional;

/**
 * The cluster of a Target, reached by the person's own means: the hub itself, or the context of
 * their kubeconfig that has the Target's name. The Target's credentials are the agent's alone.
 */
final class TargetAccess implements AutoCloseable {
  private final Session session;
  private final boolean own;

  private TargetAccess(Session session, boolean own) {
    this.session = session;
    this.own = own;
  }

  /**
   * @param context a context the person names; null for the one with the Target's name
   */
  static TargetAccess open(Session hub, ClusterFlags flags, String context, MapNode target)
      throws IOException {
    String name = Asked.nameOf(target);
    if (context == null && target.text("spec", "inCluster").orElse("").equals("true")) {
      return new TargetAccess(hub, false);
    }
    String chosen = context == null ? name : context;
    if (context == null && !UserKubeconfig.knows(name, flags, System.getenv())) {
      throw Failure.refused(
          ("your kubeconfig has no context '%s', by which you would reach Target %s; give"
                  + " --target-context")
              .formatted(name, name));
    }
    Session session = Session.open(flags.at(chosen));
    try {
      refuseAnother(session, target);
      return new TargetAccess(session, true);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  private static void refuseAnother(Session session, MapNode target) {
    String expected = target.text("status", "identity").orElse("");
    if (expected.isEmpty()) {
      return;
    }
    identity(session)
        .filter(found -> !found.equals(expected))
        .ifPresent(
            found -> {
              throw Failure.refused(
                  "%s is another cluster than Target %s: its kube-system is %s, expected %s"
                      .formatted(session, Asked.nameOf(target), found, expected));
            });
  }

  // Not everybody may read kube-system.
  private static Optional<String> identity(Session session) {
    try {
      return Optional.of(session.connection().info().identity());
    } catch (KubeException e) {
      if (e.refusal().cause() == Cause.FORBIDDEN) {
        return Optional.empty();
      }
      throw session.told(e);
    } catch (IOException e) {
      throw session.told(e);
    }
  }

  Session session() {
    return session;
  }

  @Override
  public void close() {
    if (own) {
      session.close();
    }
  }
}
