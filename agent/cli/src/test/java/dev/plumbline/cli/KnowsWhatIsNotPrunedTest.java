package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.MapNode;
import dev.plumbline.yaml.Json;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same objects as the agent keeps, with the same words in the Sync. */
final class KnowsWhatIsNotPrunedTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          {}                 | ConfigMap             |                                               | -
          {"enabled": false} | ConfigMap             |                                               | prune.enabled is false
          {}                 | Namespace             |                                               | needs prune.namespaces: true
          {"namespaces":true}| Namespace             |                                               | -
          {}                 | PersistentVolumeClaim |                                               | needs prune.persistentVolumeClaims: true
          {}                 | ConfigMap             | "plumbline.dev/prune":"disabled"              | plumbline.dev/prune: disabled
          {}                 | ConfigMap             | "argocd.argoproj.io/sync-options":"Prune=confirm" | its argocd.argoproj.io/sync-options: Prune=confirm asks for a word: plumbline.dev/allow-prune
          {}                 | ConfigMap             | "plumbline.dev/adopted":"Helm release web"    | it was adopted, and needs prune.adopted: true
          {"adopted": true}  | ConfigMap             | "plumbline.dev/adopted":"Helm release web"    | -
          """)
  void what_stays_says_why(String prune, String kind, String annotation, String why) {
    var sync = (MapNode) Json.read("{\"spec\": {\"prune\": %s}}".formatted(prune));
    var live =
        (MapNode)
            Json.read(
                "{\"kind\": \"%s\", \"metadata\": {\"annotations\": {%s}}}"
                    .formatted(kind, annotation == null ? "" : annotation));

    assertThat(Pruning.of(sync).keeps(live).orElse(null)).isEqualTo(why);
  }
}
