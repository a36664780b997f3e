package dev.plumbline.reconcile.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LowerChars;
import net.jqwik.api.constraints.StringLength;

/** Random fleets that change at random, against the plain definition of what is wanted. */
final class GeneratesExactlyWhatIsWantedTest {
  private static final List<String> TENANTS = List.of("acme", "globex", "a", "a-b");
  private static final List<String> STAGES = List.of("dev", "prod", "b-c", "c");
  private static final List<String> PLACES = List.of("eu", "us", "eu.prod-1", "c");
  private static final List<String> VALUES = List.of("x", "y");

  @Property(tries = 300)
  void whatever_changes_the_syncs_end_as_wanted(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 8) int steps) {
    var world = new World().repository("tenants/{tenant}");
    for (int step = 0; step < steps; step++) {
      change(world, random);
      Set<String> expected = new TreeSet<>();
      for (String tenant : TENANTS) {
        var before = new TreeSet<>(of(world, tenant));
        Generation generation = world.settle(World.tenant(tenant, "dev", "prod", "b-c", "c"));
        expected.addAll(wanted(world, tenant));
        before.retainAll(selected(world, tenant));
        before.removeAll(wanted(world, tenant));
        expected.addAll(before); // their directory is gone: they stay

        assertThat(generation.taken()).isEmpty();
        assertThat(world.look(World.tenant(tenant, "dev", "prod", "b-c", "c")).writes()).isEmpty();
      }
      assertThat(world.triples()).containsExactlyElementsOf(expected);
    }
  }

  @Property
  void names_fit_and_tell_triples_apart(
      @ForAll @LowerChars @Chars('-') @StringLength(min = 1, max = 63) String tenant,
      @ForAll @LowerChars @Chars('-') @StringLength(min = 1, max = 63) String environment,
      @ForAll @LowerChars @Chars({'-', '.'}) @StringLength(min = 1, max = 253) String target) {
    var triple = new Triple("t" + tenant, environment, target);
    var moved = new Triple("t", tenant + "-" + environment, target);

    assertThat(triple.syncName())
        .hasSizeLessThanOrEqualTo(Triple.LONGEST_NAME)
        .startsWith("t")
        .matches(".*[^-.]?-[0-9a-f]{6}")
        .isEqualTo(new Triple("t" + tenant, environment, target).syncName());
    assertThat(triple.syncName()).isNotEqualTo(moved.syncName());
    assertThat(triple.labels().values()).allMatch(label -> label.length() <= 64);
  }

  private static void change(World world, Random random) {
    world.environments.clear();
    world.targets.clear();
    for (String stage : STAGES) {
      if (random.nextInt(4) > 0) {
        world.environment(stage, labels(random));
      }
    }
    for (String place : PLACES) {
      if (random.nextInt(4) > 0) {
        world.target(place, labels(random));
      }
    }
    for (String tenant : TENANTS) {
      for (String stage : STAGES) {
        if (random.nextInt(3) > 0) {
          world.directory(tenant, stage);
        } else {
          world.without(tenant, stage);
        }
      }
    }
  }

  private static Map<String, String> labels(Random random) {
    return random.nextInt(3) == 0
        ? Map.of()
        : Map.of("env", VALUES.get(random.nextInt(VALUES.size())));
  }

  private static List<String> of(World world, String tenant) {
    return world.triples().stream().filter(text -> text.startsWith(tenant + "/")).toList();
  }

  private static List<String> wanted(World world, String tenant) {
    return selected(world, tenant).stream()
        .filter(
            text -> {
              String stage = text.split("/", -1)[1];
              return world.directories.contains(
                  stage + ":tenants/" + tenant + "/overlays/" + stage);
            })
        .toList();
  }

  private static List<String> selected(World world, String tenant) {
    var all = new ArrayList<String>();
    Landscape landscape = world.landscape();
    for (String stage : STAGES) {
      if (landscape.environment(stage) instanceof Lookup.Found<?, ?>(HubObject<?, ?> environment)) {
        var spec = (EnvironmentSpec) environment.spec();
        for (String place : PLACES) {
          boolean matches =
              landscape.target(place) instanceof Lookup.Found<?, ?>(HubObject<?, ?> target)
                  && target
                      .labels()
                      .entrySet()
                      .containsAll(spec.targets().matchLabels().entrySet());
          if (matches) {
            all.add("%s/%s/%s".formatted(tenant, stage, place));
          }
        }
      }
    }
    return all;
  }
}
