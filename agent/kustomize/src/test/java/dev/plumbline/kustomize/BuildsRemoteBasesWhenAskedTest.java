package dev.plumbline.kustomize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.kustomize.BuildResult.Built;
import dev.plumbline.kustomize.BuildResult.Failed;
import dev.plumbline.model.FileTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BuildsRemoteBasesWhenAskedTest {
  private static final String URL = "https://git.example/org/repo//base?ref=v1";

  private final List<String> fetched = new ArrayList<>();
  private final MemoryTree there =
      new MemoryTree()
          .with("base/kustomization.yaml", "resources: [../common, a.yaml]\n")
          .with("base/a.yaml", configMap("a"))
          .with("common/kustomization.yaml", "resources: [b.yaml]\n")
          .with("common/b.yaml", configMap("b"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          https://git.example/org/repo//deploy/base?ref=v1.2 | https://git.example/org/repo | deploy/base | v1.2
          https://git.example/org/repo/deploy?version=main | https://git.example/org/repo | deploy | main
          https://git.example/org/repo.git/deploy/ | https://git.example/org/repo.git | deploy | -
          https://git.example:8443/org/repo | https://git.example:8443/org/repo | '' | -
          github.com/org/repo/config?ref=a%2Fb | https://github.com/org/repo | config | a/b
          GitHub.com/org/repo | https://github.com/org/repo | '' | -
          git@github.com:org/repo//x | git@github.com:org/repo | x | -
          git::https://git.example/a/b//c?ref=x&timeout=3 | https://git.example/a/b | c | x
          ssh://git@git.example/a/b.git//c | ssh://git@git.example/a/b.git | c | -
          https://dev.azure.com/org/project/_git/repo/dir | https://dev.azure.com/org/project/_git/repo | dir | -
          """)
  void reads_a_url_as_kustomize_writes_it(String text, String repository, String path, String ref) {
    var url = RemoteUrl.parse(text).orElseThrow();

    assertThat(url.repository()).isEqualTo(repository);
    assertThat(url.path()).isEqualTo(path);
    assertThat(url.ref().orElse(null)).isEqualTo(ref);
  }

  @ParameterizedTest
  @CsvSource({"base", "../base", "https://example.com/file.yaml", "a.example/org/repo", "''"})
  void what_is_no_repository_is_none(String text) {
    assertThat(RemoteUrl.parse(text)).isEmpty();
  }

  @Test
  void a_base_of_another_repository_is_built_and_no_part_of_what_was_read_here() throws Exception {
    var built = (Built) build("resources: [\"" + URL + "\"]\nnamePrefix: my-\n");

    assertThat(new String(built.bytes(), StandardCharsets.UTF_8))
        .contains("name: my-a\n", "name: my-b\n");
    assertThat(fetched).containsExactly(URL);
    assertThat(built.readSet().toString()).doesNotContain("common");
  }

  @Test
  void a_component_of_another_repository_too() throws Exception {
    there
        .with(
            "comp/kustomization.yaml",
            "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nnameSuffix: -c\n")
        .with("x", "");

    var built =
        (Built)
            build(
                """
                resources: [a.yaml]
                components: ["https://git.example/org/repo//comp?ref=v1"]
                """);

    assertThat(new String(built.bytes(), StandardCharsets.UTF_8)).contains("name: local-c\n");
  }

  @Test
  void every_refusal_says_why() throws Exception {
    var sentences =
        Map.of(
            "https://git.example/org/repo//nowhere",
            "'https://git.example/org/repo//nowhere' cannot be used: nowhere is no directory of"
                + " https://git.example/org/repo",
            "https://git.example/gone/repo",
            "'https://git.example/gone/repo' cannot be fetched: no such repository",
            "https://git.example/org/repo//../x",
            "url path exits repo: https://git.example/org/repo//../x",
            "https://git.example/file.yaml",
            "is not in a Git repository, and only these are fetched: copy it into the repository"
                + " and name its path");
    for (var sentence : sentences.entrySet()) {
      assertThat(((Failed) build("resources: [\"" + sentence.getKey() + "\"]\n")).message())
          .contains(sentence.getValue());
    }
  }

  @Test
  void a_repository_that_was_fetched_sees_itself_only() throws Exception {
    there.with("base/kustomization.yaml", "resources: [../../local]\n");

    assertThat(((Failed) build("resources: [\"" + URL + "\"]\n")).message())
        .contains("outside of the repository");
  }

  private BuildResult build(String kustomization) throws Exception {
    var here =
        new MemoryTree()
            .with("kustomization.yaml", kustomization)
            .with("a.yaml", configMap("local"));
    return new Kustomize(KustomizeOptions.DEFAULT.with(this::fetch)).build(here, "");
  }

  private FileTree fetch(RemoteUrl url) throws IOException {
    fetched.add(url.toString());
    if (url.repository().contains("gone")) {
      throw new IOException("no such repository");
    }
    return there;
  }

  private static String configMap(String name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n".formatted(name);
  }
}
