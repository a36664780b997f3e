package dev.plumbline.reconcile;

import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.testkit.AuditLog;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.GitServer;
import dev.plumbline.testkit.GitWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * One agent on a real control plane that is hub and target at once, with a Git repository. Each
 * fleet has a hub namespace and an installation of its own, so many share a cluster.
 */
final class Fleet implements AutoCloseable {
  private final ControlPlane plane;
  private final String namespace;
  private final GitServer git;
  private final GitWorkspace repository;
  private final Path data;
  private final Connections connections;
  private final Connection hub;
  private Metrics metrics = Metrics.none();
  private boolean requireTenant;
  private Agent agent;

  private Fleet(ControlPlane plane, String hint) throws IOException {
    this.plane = plane;
    this.namespace = plane.namespace(hint);
    this.git = GitServer.start();
    this.repository = git.create("fleet");
    this.data = Files.createTempDirectory("plumbline-agent");
    this.connections = new Connections(namespace, Clock.system(), Metrics.none());
    this.hub = connections.open(kubeconfig(plane));
    Definitions.installOn(plane);
  }

  static Fleet on(ControlPlane plane, String hint) throws IOException {
    return new Fleet(plane, hint);
  }

  private static Kubeconfig kubeconfig(ControlPlane plane) {
    return ((Kubeconfig.Reading.Usable) Kubeconfig.read(plane.kubeconfig())).kubeconfig();
  }

  /** What the agent did, and no other that works on the same cluster. */
  List<AuditLog.Entry> sent(long mark) {
    return plane.audit().since(mark, entry -> entry.userAgent().startsWith("plumb/" + namespace));
  }

  /** The agent refuses Syncs without a Tenant, as it does by default. */
  Fleet requiringTenants() {
    requireTenant = true;
    return this;
  }

  /** Starts the agent; with a Repository {@code fleet} and a Target {@code local} it knows. */
  Fleet start() throws Exception {
    declare();
    restart();
    return this;
  }

  /** The Repository and the Target, without an agent. */
  Fleet declare() {
    repository("fleet", git.url("fleet"), "");
    target("local", plane.kubeconfig());
    return this;
  }

  /** A Repository by its url, with further fields of its spec. */
  void repository(String name, String url, String more) {
    apply(
        """
        apiVersion: plumbline.dev/v1alpha1
        kind: Repository
        metadata: {name: %s}
        spec:
          url: "%s"
          allowInsecure: true
          interval: 1s
        %s
        """
            .formatted(name, url, more.indent(2)));
  }

  /** A Target by a kubeconfig Secret. */
  void target(String name, byte[] kubeconfig) {
    apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %1$s-kubeconfig}
        data: {value: %2$s}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: %1$s}
        spec: {kubeconfigRef: {name: %1$s-kubeconfig}}
        """
            .formatted(name, Base64.getEncoder().encodeToString(kubeconfig)));
  }

  void restart() throws Exception {
    var options =
        new Agent.Options(namespace, Optional.of(namespace), false, requireTenant, data, "test-0");
    agent = Agent.start(hub, connections, options, Clock.system(), metrics);
  }

  /** Where agents count that are started from here on. */
  void countIn(Metrics counts) {
    metrics = counts;
  }

  void stop() {
    try {
      if (agent != null) {
        agent.stop();
        agent = null;
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A Sync of a directory, onto the target {@code local}, with further fields of its spec. */
  void sync(String name, String path, String more) {
    sync(name, "fleet", path, "local", more);
  }

  void sync(String name, String source, String path, String target, String more) {
    apply(manifest(name, source, "main", path, target, more));
  }

  static String manifest(
      String name, String source, String branch, String path, String target, String more) {
    return following(name, source, "branch: " + branch, path, target, more);
  }

  /** A Sync that follows something else than a branch: {@code tag: v1.2.0}. */
  static String following(
      String name, String source, String what, String path, String target, String more) {
    return """
        apiVersion: plumbline.dev/v1alpha1
        kind: Sync
        metadata: {name: %s}
        spec:
          source: {name: %s, %s}
          path: %s
          targetRef: {name: %s}
        %s
        """
        .formatted(name, source, what, path, target, more.indent(2));
  }

  void apply(String manifest) {
    plane.kubectlWith(manifest, "apply", "-n", namespace, "-f", "-");
  }

  /** Something of the Sync, by JSON path, as kubectl prints it. */
  String of(String sync, String jsonPath) {
    return plane.api().text(path("syncs", sync), jsonPath);
  }

  MapNode status(String sync) {
    return object("syncs", sync).map("status").orElse(MapNode.EMPTY);
  }

  /** One of our objects; empty where there is none. */
  MapNode object(String kind, String name) {
    var reply = plane.api().get(path(kind, name));
    return reply.good() ? reply.json() : MapNode.EMPTY;
  }

  private String path(String kind, String name) {
    return "/apis/plumbline.dev/v1alpha1/namespaces/%s/%s/%s".formatted(namespace, kind, name);
  }

  void awaitPhase(String sync, String phase) {
    await(sync, "is " + phase, status -> status.text("phase").orElse("").equals(phase));
  }

  /** Waits for the reason of its Ready condition, and returns the message. */
  String awaitReason(String sync, String reason) {
    await(sync, "says " + reason, status -> ready(status, "reason").equals(reason));
    return ready(status(sync), "message");
  }

  String message(String sync) {
    return ready(status(sync), "message");
  }

  /** What is said of the first object that is held back. */
  String blocked(String sync) {
    return ((MapNode) status(sync).list("blocked").getFirst()).text("message").orElseThrow();
  }

  private void await(String sync, String what, Predicate<MapNode> when) {
    try {
      Await.until("Sync %s %s".formatted(sync, what), () -> when.test(status(sync)));
    } catch (AssertionError e) {
      throw new AssertionError(e.getMessage() + ", was " + status(sync), e);
    }
  }

  static String ready(MapNode status, String field) {
    return status.list("conditions").stream()
        .map(MapNode.class::cast)
        .filter(condition -> condition.text("type").orElse("").equals("Ready"))
        .findFirst()
        .flatMap(condition -> condition.text(field))
        .orElse("");
  }

  Connection hub() {
    return hub;
  }

  /** What events say of one of our objects, a line each. */
  String events(String name) {
    return plane.kubectl(
        "get",
        "events",
        "-n",
        namespace,
        "--field-selector",
        "involvedObject.name=" + name,
        "-o",
        "jsonpath={range .items[*]}{.reason}{\": \"}{.message}{\"\\n\"}{end}");
  }

  Agent agent() {
    return agent;
  }

  GitWorkspace repository() {
    return repository;
  }

  GitServer git() {
    return git;
  }

  ControlPlane plane() {
    return plane;
  }

  String namespace() {
    return namespace;
  }

  Name name(String object) {
    return new Name(namespace, object);
  }

  @Override
  public void close() {
    stop();
    hub.close();
    connections.close();
    git.close();
  }
}
