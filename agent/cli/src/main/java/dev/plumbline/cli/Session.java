package dev.plumbline.cli;

import dev.plumbline.kube.Cluster;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.KubeException;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.kube.Refusal.Cause;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import java.io.IOException;
import java.util.Optional;

/** One cluster for the time of one command, as the person who typed it. */
final class Session implements AutoCloseable {
  private final Kubeconfig kubeconfig;
  private final Connections connections;
  private final Connection connection;

  private final Optional<String> namespace;

  private Session(UserKubeconfig.Chosen chosen) {
    this.kubeconfig = chosen.kubeconfig();
    this.namespace = chosen.namespace();
    this.connections = new Connections(VersionCommand.version(), Clock.system(), Metrics.none());
    this.connection = connections.open(kubeconfig);
  }

  static Session open(ClusterFlags flags) throws IOException {
    return open(flags, Surroundings.here());
  }

  static Session open(ClusterFlags flags, Surroundings surroundings) throws IOException {
    return new Session(UserKubeconfig.choose(flags, surroundings, new CredentialPlugin()));
  }

  /** Where one is without saying so: the namespace of a Pod's account; empty elsewhere. */
  Optional<String> namespace() {
    return namespace;
  }

  Connection connection() {
    return connection;
  }

  Cluster cluster() {
    return connection.as(new Identity.Agent());
  }

  /** A no of this cluster, for the person who asked. */
  Failure told(IOException e) {
    String sentence = "%s: %s".formatted(kubeconfig, e.getMessage());
    return e instanceof KubeException no
        ? switch (no.refusal().cause()) {
          case NO_SUCH_KIND ->
              Failure.refused(
                  "%s does not know this kind: is Plumbline installed there?"
                      .formatted(kubeconfig));
          case TRANSIENT -> Failure.unknown(sentence, e);
          case UNAUTHORIZED ->
              Failure.refused(
                  "%s: your credentials are not accepted (%s); log in again, or choose another"
                          .formatted(kubeconfig, e.getMessage())
                      + " --context or --user");
          default -> Failure.refused(sentence);
        }
        : Failure.unknown(sentence, e);
  }

  /** A no that leaves the question open: somebody else may ask it. */
  Failure mayNot(KubeException e) {
    return e.refusal().cause() == Cause.FORBIDDEN
        ? Failure.unknown("%s: you may not find out: %s".formatted(kubeconfig, e.getMessage()), e)
        : told(e);
  }

  @Override
  public String toString() {
    return kubeconfig.toString();
  }

  @Override
  public void close() {
    connection.close();
    connections.close();
  }
}
