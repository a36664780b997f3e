package dev.plumbline.testkit;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Manifests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** A real Kubernetes cluster on loopback, without kubelets: kwok makes Pods ready. */
public final class ControlPlane implements AutoCloseable {
  private static final class Shared {
    private static final ControlPlane PLANE =
        new ControlPlane(Optional.empty(), SharedTestbed.cluster());
  }

  private final Optional<Launcher> launcher;
  private final String name;
  private final String server;
  private final Path file;
  private final AuditLog audit;
  private final String kubeconfig;
  private final ApiServer api;

  private ControlPlane(Optional<Launcher> launcher, MapNode record) {
    this.launcher = launcher;
    this.name = record.text("name").orElseThrow();
    this.server = record.text("server").orElseThrow();
    this.file = Path.of(record.text("kubeconfig").orElseThrow());
    this.audit = new AuditLog(Path.of(record.text("audit").orElseThrow()));
    this.kubeconfig = read(file);
    this.api = new ApiServer((MapNode) Manifests.read(kubeconfig, "kubeconfig").getFirst());
  }

  /**
   * The cluster that all tests of a build share, started on first use. A test works in namespaces
   * of its own, names what is cluster-scoped by {@link #unique}, and cleans up nothing.
   */
  public static ControlPlane shared() {
    return Shared.PLANE;
  }

  /** A cluster of the test's own, which it may stop. Costs seconds and 700 MB. */
  public static ControlPlane own() {
    return own(1).getFirst();
  }

  /** Clusters of the test's own on one etcd; closing one closes all. */
  public static List<ControlPlane> own(int clusters) {
    Checkout.build("testbed", "controlplane", "kwok");
    var directory = Scratch.folder("plane");
    var launcher = Launcher.start("up", directory, List.of("--clusters", "" + clusters, "--audit"));
    var planes = new ArrayList<ControlPlane>();
    while (planes.size() < clusters) {
      planes.add(new ControlPlane(Optional.of(launcher), launcher.event()));
    }
    launcher.event();
    return List.copyOf(planes);
  }

  public String server() {
    return server;
  }

  /** An administrator's, with everything embedded. */
  public byte[] kubeconfig() {
    return kubeconfig.getBytes(StandardCharsets.UTF_8);
  }

  public Path kubeconfigFile() {
    return file;
  }

  public ApiServer api() {
    return api;
  }

  /** Every request that was answered, and by whom it was made. */
  public AuditLog audit() {
    return audit;
  }

  /** Makes a namespace nobody else uses, and returns its name. */
  public String namespace(String hint) {
    String namespace = unique(hint);
    api.created(
        "/api/v1/namespaces",
        "{\"apiVersion\":\"v1\",\"kind\":\"Namespace\",\"metadata\":{\"name\":\"%s\"}}"
            .formatted(namespace));
    return namespace;
  }

  /** A name nobody else uses. */
  public static String unique(String hint) {
    return hint + "-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
  }

  /** Runs kubectl as the administrator; what it prints. */
  public String kubectl(String... arguments) {
    return kubectlWith("", arguments);
  }

  /** The same with something on stdin, for {@code apply -f -}. */
  public String kubectlWith(String input, String... arguments) {
    var command = new ArrayList<>(List.of(Checkout.BIN.resolve("kubectl").toString()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command);
    process.environment().put("KUBECONFIG", file.toString());
    return Subprocess.run(process, input);
  }

  /** Kills the control plane; connections break, and new ones are refused. */
  public void stop() {
    command("stop");
  }

  /** Starts it again, with the same port and data. */
  public void start() {
    command("start");
  }

  /** The store forgets all but the present: lists that are half read expire. */
  public void compact() {
    launcher().command("etcd-compact");
  }

  /** Watches from before end with 410. */
  public void expire() {
    command("expire");
  }

  private void command(String verb) {
    launcher().command(verb + " " + name);
  }

  private Launcher launcher() {
    return launcher.orElseThrow(
        () -> new IllegalStateException("the shared control plane stays as it is"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    launcher.ifPresent(Launcher::close);
  }
}
