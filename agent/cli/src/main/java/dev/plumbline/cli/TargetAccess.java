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
  private final Optional<String> doubt;

  private TargetAccess(Session session, boolean own, Optional<String> doubt) {
    this.session = session;
    this.own = own;
    this.doubt = doubt;
  }

  /**
   * @param context a context the person names; null for the one with the Target's name
   */
  static TargetAccess open(Session hub, ClusterFlags flags, String context, Referred referred)
      throws IOException {
    return switch (referred) {
      case Referred.Seen(var target) -> {
        if (context == null && target.text("spec", "inCluster").orElse("").equals("true")) {
          yield new TargetAccess(hub, false, Optional.empty());
        }
        Session session = Session.open(flags.at(chosen(flags, context, referred.name(), "")));
        try {
          refuseAnother(session, target);
          yield new TargetAccess(session, true, Optional.empty());
        } catch (RuntimeException e) {
          session.close();
          throw e;
        }
      }
      case Referred.Hidden(String name, String why) -> {
        String chosen = chosen(flags, context, name, "%s; and ".formatted(why));
        yield new TargetAccess(
            Session.open(flags.at(chosen)),
            true,
            Optional.of(
                "not checked whether context %s is Target %s: %s".formatted(chosen, name, why)));
      }
    };
  }

  private static String chosen(
      ClusterFlags flags, String context, String target, String whyItMatters) throws IOException {
    if (context == null && !UserKubeconfig.knows(target, flags, Surroundings.here())) {
      throw Failure.refused(
          ("%syour kubeconfig has no context '%s', by which you would reach Target %s; give"
                  + " --target-context")
              .formatted(whyItMatters, target, target));
    }
    return context == null ? target : context;
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

  /** What could not be made sure of, for the person who asks. */
  Optional<String> doubt() {
    return doubt;
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
