package dev.plumbline.bench;

import dev.plumbline.testkit.ControlPlane;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Times {@code plumb get} and {@code kubectl get} in turn, as whole processes, on a hub with many
 * Syncs, of which every one has a status.
 *
 * <p>Arguments: the {@code plumb} command, the {@code kubectl} command, and how many Syncs.
 */
public final class GetAgainstKubectl {
  private static final int ROUNDS = 15;
  private static final String NAMESPACE = "plumbline-system";
  private static final String SYNCS =
      "/apis/plumbline.dev/v1alpha1/namespaces/%s/syncs".formatted(NAMESPACE);

  private final ControlPlane plane;
  private final int syncs;

  private GetAgainstKubectl(ControlPlane plane, int syncs) {
    this.plane = plane;
    this.syncs = syncs;
  }

  public static void main(String[] arguments) throws Exception {
    String plumb = Path.of(arguments[0]).toAbsolutePath().toString();
    String kubectl = Path.of(arguments[1]).toAbsolutePath().toString();
    try (var plane = ControlPlane.own()) {
      var bench = new GetAgainstKubectl(plane, Integer.parseInt(arguments[2]));
      bench.declare();
      System.out.printf(
          "%-34s %12s %12s %9s %12s%n",
          "get (median of " + ROUNDS + ")", "kubectl", "plumb", "ratio", "CPU of plumb");
      bench.row("%,d syncs, table".formatted(bench.syncs), kubectl, plumb);
      bench.row("%,d syncs, -o json".formatted(bench.syncs), kubectl, plumb, "-o", "json");
      bench.row("one sync, table", kubectl, plumb, "sync-0000");
    }
  }

  private void declare() {
    plane.kubectl("apply", "--server-side", "-k", "manifests/crds");
    plane.kubectl("wait", "--for=condition=Established", "--timeout=30s", "crd", "--all");
    plane.kubectl("create", "namespace", NAMESPACE);
    for (int i = 0; i < syncs; i++) {
      String name = "sync-%04d".formatted(i);
      plane
          .api()
          .created(
              SYNCS,
              """
              {"apiVersion": "plumbline.dev/v1alpha1", "kind": "Sync",
               "metadata": {"name": "%s"},
               "spec": {"source": {"name": "fleet", "branch": "main"}, "path": "apps/%s",
                        "targetRef": {"name": "eu-1"}}}"""
                  .formatted(name, name));
      var reply = plane.api().mergePatch(SYNCS + "/" + name + "/status", status(i));
      if (!reply.good()) {
        throw new IllegalStateException(reply.body());
      }
    }
  }

  // As long as one of a Sync that has run: its conditions and its packed inventory.
  private static String status(int sync) {
    var entries = new ArrayList<String>();
    for (int i = 0; i < 10; i++) {
      entries.add(
          "\"/ConfigMap/acme-web/settings-%d|v1|%032x|%032x\"".formatted(i, sync * 31L + i, i));
    }
    return """
        {"status": {"phase": "Ready",
          "conditions": [{"type": "Ready", "status": "True", "reason": "Ready",
            "message": "10 objects are as wanted", "lastTransitionTime": "2026-01-01T00:00:00Z"}],
          "revision": {"applied": "main@sha1:9f31c2e000000000000000000000000000000000",
            "brief": "main@9f31c2e"},
          "objects": {"total": 10, "ready": 10, "drifted": 0, "blocked": 0, "summary": "10/10"},
          "inventory": {"entries": [%s]}}}"""
        .formatted(String.join(",", entries));
  }

  private void row(String name, String kubectl, String plumb, String... more) throws Exception {
    var theirs = new ArrayList<Long>();
    var ours = new ArrayList<Long>();
    var spent = new ArrayList<Long>();
    for (int round = -1; round < ROUNDS; round++) {
      long one = time(kubectl, more);
      long before = cpuOfChildren();
      long two = time(plumb, more);
      if (round >= 0) { // kubectl keeps what it discovered once
        theirs.add(one);
        ours.add(two);
        spent.add(cpuOfChildren() - before);
      }
    }
    double them = Median.millis(theirs);
    double us = Median.millis(ours);
    System.out.printf(
        Locale.ROOT,
        "%-34s %9.0f ms %9.0f ms %9.1f %9.0f ms%n",
        name,
        them,
        us,
        us / them,
        Median.millis(spent));
  }

  private long time(String command, String... more) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(command, "get", "syncs", "-n", NAMESPACE));
    words.addAll(List.of("--kubeconfig", plane.kubeconfigFile().toString()));
    words.addAll(List.of(more));
    long began = System.nanoTime();
    Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    long took = System.nanoTime() - began;
    if (code != 0 || !out.contains("sync-0000")) {
      throw new IOException("%s ended with %d: %s".formatted(String.join(" ", words), code, out));
    }
    return took;
  }

  // proc(5): cutime and cstime, in hundredths of a second, of children that were waited for. The
  // control plane is a child that runs on.
  private static long cpuOfChildren() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[13]) + Long.parseLong(fields[14])) * 10_000_000;
  }
}
