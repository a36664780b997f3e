package dev.plumbline.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.Kustomize;
import dev.plumbline.model.FileTree;
import dev.plumbline.verify.Unverified;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

final class RemembersWhatItRenderedTest {
  private final Renderer renderer = new Renderer(new Kustomize());

  @Test
  void a_tree_with_the_same_files_gives_the_same_objects_without_reading_them() throws IOException {
    var first = rendered(tree(t -> t));
    MapTree unrelated = tree(t -> t.file("elsewhere/x.yaml", "x"));

    var second = rendered(unrelated);

    assertThat(unrelated.reads()).isZero();
    assertThat(second.delivered()).isSameAs(first.delivered());
    assertThat(second.provenance().tree()).isSameAs(unrelated);
  }

  @Test
  void a_change_of_a_file_that_was_read_is_seen() throws IOException {
    var first = rendered(tree(t -> t));

    var second = rendered(tree(t -> t.file("base/web.yaml", configMap("changed"))));

    assertThat(second.builtDigest()).isNotEqualTo(first.builtDigest());
  }

  @Test
  void a_file_in_the_place_of_an_absence_is_seen() throws IOException {
    rendered(tree(t -> t));

    MapTree two = tree(t -> t.file("app/kustomization.yml", "resources: []\n"));

    assertThat(renderer.render(new Unverified(two), new RenderRequest("app")))
        .isInstanceOf(RenderFailed.class);
  }

  @Test
  void a_file_more_in_a_plain_directory_is_seen() throws IOException {
    MapTree one = new MapTree().file("app/a.yaml", configMap("a"));
    MapTree two =
        new MapTree().file("app/a.yaml", configMap("a")).file("app/b.yaml", configMap("b"));

    assertThat(rendered(one).delivered()).hasSize(1);
    assertThat(rendered(two).delivered()).hasSize(2);
  }

  @Test
  void a_link_that_leads_elsewhere_is_seen() throws IOException {
    MapTree one = linked("one");
    MapTree two = linked("two");

    assertThat(rendered(one).builtDigest()).isNotEqualTo(rendered(two).builtDigest());
  }

  @Test
  void many_that_ask_at_once_are_served_by_one_render() throws Exception {
    MapTree alone = tree(t -> t);
    new Renderer(new Kustomize()).render(new Unverified(alone), new RenderRequest("app"));
    MapTree shared = tree(t -> t);
    var together = new CyclicBarrier(8);
    Callable<Rendered> one =
        () -> {
          together.await();
          return rendered(shared);
        };

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = threads.invokeAll(Collections.nCopies(8, one));

      for (var rendered : all) {
        assertThat(rendered.get().delivered()).isSameAs(all.getFirst().get().delivered());
      }
    }
    assertThat(shared.reads()).isEqualTo(alone.reads());
  }

  @Test
  void branches_that_differ_do_not_push_each_other_out() throws IOException {
    MapTree main = tree(t -> t);
    MapTree prod = tree(t -> t.file("base/web.yaml", configMap("prod")));
    rendered(main);
    rendered(prod);
    int read = main.reads() + prod.reads();

    rendered(main);
    rendered(prod);
    rendered(main);

    assertThat(main.reads() + prod.reads()).isEqualTo(read);
  }

  @Test
  void a_failure_is_remembered_until_something_it_read_changes() throws IOException {
    MapTree broken = tree(t -> t.file("base/web.yaml", "kind: ["));
    var first = renderer.render(new Unverified(broken), new RenderRequest("app"));
    int read = broken.reads();

    assertThat(renderer.render(new Unverified(broken), new RenderRequest("app"))).isEqualTo(first);
    assertThat(broken.reads()).isEqualTo(read);
    assertThat(rendered(tree(t -> t)).delivered()).hasSize(1);
  }

  private Rendered rendered(FileTree tree) throws IOException {
    RenderOutcome rendering = renderer.render(new Unverified(tree), new RenderRequest("app"));
    assertThat(rendering).as(rendering.findings().toString()).isInstanceOf(Rendered.class);
    return (Rendered) rendering;
  }

  private static MapTree tree(UnaryOperator<MapTree> change) {
    return change.apply(
        new MapTree()
            .file("app/kustomization.yaml", "resources: [../base]\n")
            .file("base/kustomization.yaml", "resources: [web.yaml]\n")
            .file("base/web.yaml", configMap("web")));
  }

  private static MapTree linked(String target) {
    return new MapTree()
        .link("app/a.yaml", "../shared/" + target)
        .file("shared/one", configMap("one"))
        .file("shared/two", configMap("two"));
  }

  private static String configMap(String name) {
    return RenderTest.configMap(name);
  }
}
