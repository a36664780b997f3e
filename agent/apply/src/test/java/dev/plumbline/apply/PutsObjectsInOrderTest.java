package dev.plumbline.apply;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import dev.plumbline.yaml.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

final class PutsObjectsInOrderTest {
  @Test
  void what_depends_comes_later_whatever_its_kind_and_wave() {
    var sequence =
        sequence(
            object("a", "'plumbline.dev/wave':'-1'," + dependsOn("b")),
            object("b", dependsOn("c")),
            object("c", "'plumbline.dev/wave':'3'"));

    assertThat(sequence.slot(key("c"))).isLessThan(sequence.slot(key("b")));
    assertThat(sequence.slot(key("b"))).isLessThan(sequence.slot(key("a")));
    assertThat(sequence.hasWaves()).isFalse();
  }

  @Test
  void a_circle_is_named_whole_and_held_back() {
    var objects =
        List.of(object("a", dependsOn("b")), object("b", dependsOn("a")), object("c", ""));
    var desired = new Desired(objects, List.of(), List.of());
    List<Change> creates = objects.stream().<Change>map(Create::new).toList();

    Draft draft = Sequenced.of(creates, Sequence.of(desired));

    assertThat(draft.all(Blocked.class))
        .extracting(Blocked::message)
        .containsOnly("it depends on itself: ConfigMap web/a → ConfigMap web/b → ConfigMap web/a");
    assertThat(draft.all(Blocked.class)).hasSize(2).allMatch(b -> b.reason() == Reason.INVALID);
    assertThat(draft.all(Create.class)).hasSize(1);
  }

  @Test
  void a_dependency_that_is_not_delivered_is_named() {
    var sequence = sequence(object("a", dependsOn("x")));

    assertThat(sequence.problem(key("a")))
        .contains(
            new Sequence.Problem(
                true, "it depends on ConfigMap web/x, which this Sync does not deliver"));
  }

  @Test
  @Timeout(10)
  void a_long_row_has_an_end() {
    var objects = new ArrayList<Wanted>();
    IntStream.range(0, 20_000).forEach(i -> objects.add(object("n" + i, dependsOn("n" + (i + 1)))));
    objects.add(object("n20000", ""));

    var sequence = Sequence.of(new Desired(objects, List.of(), List.of()));

    assertThat(sequence.problem(key("n499")).orElseThrow().sentence())
        .isEqualTo("more than 500 objects depend on each other in a row");
  }

  private static Sequence sequence(Wanted... objects) {
    return Sequence.of(new Desired(Stream.of(objects).toList(), List.of(), List.of()));
  }

  private static String dependsOn(String name) {
    return "'config.kubernetes.io/depends-on':'/namespaces/web/ConfigMap/%s'".formatted(name);
  }

  private static ObjectKey key(String name) {
    return new ObjectKey("", "ConfigMap", "web", name);
  }

  private static Wanted object(String name, String annotations) {
    String json =
        "{'metadata':{'name':'%s','namespace':'web','annotations':{%s}}}"
            .formatted(name, annotations.replaceAll(",$", ""));
    var body = (MapNode) Json.read(json.replace('\'', '"'));
    return new Wanted(key(name), Samples.CONFIG_MAP, body, new Position("web.yaml", 3));
  }
}
