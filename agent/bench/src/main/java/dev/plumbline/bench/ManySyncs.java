package dev.plumbline.bench;

import dev.plumbline.testkit.ControlPlane;
import dev.plumbline.testkit.GitServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * Times a first delivery: many Syncs of one repository, made before the agent starts, until every
 * one of them is Ready. The floor is the same objects, applied without any thought by the same
 * client to the same control plane right before; a second one, after it, all that the agent sent.
 *
 * <p>Arguments: the {@code plumb} command, how many Syncs, and how many objects each has.
 */
public final class ManySyncs {
  private static final Duration REST = Duration.ofSeconds(15);

  private ManySyncs() {}

  public static void main(String[] arguments) throws Exception {
    Path plumb = Path.of(arguments[0]).toAbsolutePath();
    var load = new Load(Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]));
    try (var plane = ControlPlane.own();
        var git = GitServer.start();
        var repository = git.create("fleet")) {
      Duration floor = Flood.of(plane, load);
      say("floor: %,d bare applies".formatted(load.objects()), floor);
      load.writeTo(repository);
      repository.push("Everything");
      Duration took;
      try (var run = AgentRun.prepare(plane, git.url("fleet"), load, plumb)) {
        took = run.untilReady();
        say("agent: %,d Syncs of %d objects".formatted(load.syncs(), load.each()), took);
        ratio(took, floor);
        run.tellRequests();
        run.tellProcess();
        run.tellRest(REST);
      }
      Duration bare = Replay.of(plane, load);
      say("its requests alone: %,d".formatted(load.objects() + 3 * load.syncs()), bare);
      ratio(took, bare);
    }
  }

  private static void ratio(Duration took, Duration floor) {
    System.out.printf(
        Locale.ROOT, "%-44s %8.2f%n", "ratio", (double) took.toMillis() / floor.toMillis());
  }

  private static void say(String what, Duration took) {
    System.out.printf(Locale.ROOT, "%-44s %8.2f s%n", what, took.toMillis() / 1000.0);
  }
}
