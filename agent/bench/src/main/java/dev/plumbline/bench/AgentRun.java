package dev.plumbline.bench;

import dev.plumbline.model.MapNode;
import dev.plumbline.testkit.AuditLog;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ControlPlane;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The agent as a process of its own on a hub that is its only target, with all Syncs declared. */
final class AgentRun implements AutoCloseable {
  static final String NAMESPACE = "plumbline-system";
  private static final String KINDS = "/apis/plumbline.dev/v1alpha1/namespaces/" + NAMESPACE;
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final long PAUSE_MILLIS = 3000;

  private final ControlPlane plane;
  private final Load load;
  private final Path work;
  private final URI metrics;
  private final HttpClient client = HttpClient.newHttpClient();
  private final long mark;
  private final Instant began;
  private final Process agent;

  private AgentRun(ControlPlane plane, Load load, Path plumb) throws IOException {
    this.plane = plane;
    this.load = load;
    this.work = Files.createTempDirectory("plumbline-bench");
    this.metrics = URI.create("http://127.0.0.1:%d/metrics".formatted(freePort()));
    this.mark = plane.audit().mark();
    this.began = Instant.now();
    this.agent =
        new ProcessBuilder(
                plumb.toString(),
                "agent",
                "--kubeconfig",
                plane.kubeconfigFile().toString(),
                "--data-dir",
                work.resolve("data").toString(),
                "--allow-untrusted",
                "--allow-untenanted",
                "--listen",
                "127.0.0.1:0",
                "--health",
                metrics.getAuthority())
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("agent.log").toFile())
            .start();
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Installs the kinds and declares everything, then starts the agent and the clock. */
  static AgentRun prepare(ControlPlane plane, String url, Load load, Path plumb) throws Exception {
    plane.kubectl("apply", "--server-side", "-k", "manifests/crds");
    plane.kubectl("wait", "--for=condition=Established", "--timeout=30s", "crd", "--all");
    plane.kubectlWith(Load.namespaces("load"), "apply", "-f", "-");
    plane.kubectlWith(declared(plane, url), "apply", "-f", "-");
    declareSyncs(plane, load);
    return new AgentRun(plane, load, plumb);
  }

  private static String declared(ControlPlane plane, String url) {
    return """
        {apiVersion: v1, kind: Namespace, metadata: {name: %1$s}}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: local-kubeconfig, namespace: %1$s}
        data: {value: %3$s}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Target
        metadata: {name: local, namespace: %1$s}
        spec: {kubeconfigRef: {name: local-kubeconfig}}
        ---
        apiVersion: plumbline.dev/v1alpha1
        kind: Repository
        metadata: {name: fleet, namespace: %1$s}
        spec: {url: "%2$s", allowInsecure: true}
        """
        .formatted(NAMESPACE, url, Base64.getEncoder().encodeToString(plane.kubeconfig()));
  }

  private static void declareSyncs(ControlPlane plane, Load load) throws Exception {
    var few = new Semaphore(32);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var made = new ArrayList<Future<?>>();
      for (int sync = 0; sync < load.syncs(); sync++) {
        String body =
            """
            {"apiVersion":"plumbline.dev/v1alpha1","kind":"Sync",
             "metadata":{"name":"app-%04d"},
             "spec":{"source":{"name":"fleet","branch":"main"},"path":"%s",
                     "targetRef":{"name":"local"}}}
            """
                .formatted(sync, Load.directory(sync));
        made.add(
            threads.submit(
                () -> {
                  few.acquire();
                  try {
                    return plane.api().created(KINDS + "/syncs", body);
                  } finally {
                    few.release();
                  }
                }));
      }
      for (var one : made) {
        one.get();
      }
    }
  }

  /**
   * From the start of the process until every Sync is Ready: until the last status was written, by
   * the clock of the server, so that waiting may be lazy and cost neither of them much.
   */
  Duration untilReady() {
    Await.until(
        PATIENCE,
        "all Syncs are Ready",
        () -> {
          if (!agent.isAlive()) {
            throw new IllegalStateException("the agent ended: " + work.resolve("agent.log"));
          }
          Thread.sleep(PAUSE_MILLIS);
          return settled() >= load.syncs() && ready() == load.syncs();
        });
    return Duration.between(began, lastStatus());
  }

  private Instant lastStatus() {
    return plane.audit().since(mark, AgentRun::isOurs).stream()
        .filter(entry -> entry.verb().equals("update"))
        .filter(entry -> resource(entry.uri()).equals("syncs/status"))
        .map(AuditLog.Entry::at)
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  // Asked of the agent, so that waiting does not load the API server.
  private long settled() throws IOException, InterruptedException {
    try {
      return client
          .send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofLines())
          .body()
          .filter(line -> line.startsWith("plumbline_sync_run_seconds_count{"))
          .filter(line -> line.contains("result=\"settled\""))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(line.indexOf('}') + 1)))
          .sum();
    } catch (ConnectException e) {
      return 0;
    }
  }

  private long ready() {
    return plane.api().get(KINDS + "/syncs?resourceVersion=0").json().list("items").stream()
        .map(MapNode.class::cast)
        .filter(sync -> sync.text("status", "phase").orElse("").equals("Ready"))
        .count();
  }

  /** What the agent asked of the API server, watches apart. */
  void tellRequests() {
    List<AuditLog.Entry> asked = plane.audit().since(mark, AgentRun::isOurs);
    System.out.printf(
        Locale.ROOT,
        "%-44s %8d   %.2f a Sync%n",
        "requests",
        asked.size(),
        (double) asked.size() / load.syncs());
    tell(asked);
  }

  private static void tell(List<AuditLog.Entry> asked) {
    var byKind = new TreeMap<String, Integer>();
    asked.forEach(entry -> byKind.merge(entry.verb() + " " + what(entry.uri()), 1, Integer::sum));
    byKind.forEach((what, count) -> System.out.printf("    %-40s %8d%n", what, count));
  }

  private static boolean isOurs(AuditLog.Entry entry) {
    return entry.userAgent().startsWith("plumb/")
        && entry.stage().equals("ResponseComplete")
        && !entry.verb().equals("watch");
  }

  private static String what(String uri) {
    return resource(uri) + (uri.contains("dryRun=All") ? " (dry run)" : "");
  }

  private static String resource(String uri) {
    String path = uri.replaceAll("[?].*", "").replaceAll("^/apis?/([a-z0-9.]+/)?v[a-z0-9]+/?", "");
    return path.replaceAll("^namespaces/[^/]+/", "").replaceAll("^([a-z]+)/[^/]+", "$1");
  }

  /** Memory and CPU of the process, as Linux counts them. */
  void tellProcess() throws IOException {
    String status = Files.readString(Path.of("/proc/" + agent.pid() + "/status"));
    String resident =
        status.lines().filter(line -> line.startsWith("VmHWM")).findFirst().orElse("VmHWM: 0 kB");
    System.out.printf(
        Locale.ROOT,
        "%-44s %8d MB%n",
        "most memory of the agent",
        Long.parseLong(resident.replaceAll("\\D", "")) / 1024);
    Duration cpu = agent.info().totalCpuDuration().orElse(Duration.ZERO);
    System.out.printf(
        Locale.ROOT, "%-44s %8.2f s%n", "CPU time of the agent", cpu.toMillis() / 1000.0);
  }

  /** What it asks when nothing happens. */
  void tellRest(Duration pause) throws InterruptedException {
    long from = plane.audit().mark();
    Thread.sleep(pause);
    List<AuditLog.Entry> asked = plane.audit().since(from, AgentRun::isOurs);
    System.out.printf(
        "%-44s %8d%n", "requests in %d s at rest".formatted(pause.toSeconds()), asked.size());
    tell(asked);
  }

  @Override
  public void close() throws IOException {
    client.close();
    agent.destroy();
    try {
      agent.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    } catch (CompletionException e) {
      agent.destroyForcibly();
    }
    try (var files = Files.walk(work)) {
      files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
    }
  }
}
