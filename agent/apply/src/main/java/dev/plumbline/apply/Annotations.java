package dev.plumbline.apply;

import static dev.plumbline.api.v1alpha1.Marks.APPLY;
import static dev.plumbline.api.v1alpha1.Marks.PRUNE;
import static dev.plumbline.api.v1alpha1.Marks.RECREATE;
import static dev.plumbline.api.v1alpha1.Marks.WAVE;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What annotations mean to us: our own, and those a repository brings along that was written for
 * Flux, Argo CD, Helm or kpt. This is the one table of them; the page on annotations has the same
 * rows.
 *
 * <p>A wrong value of one of ours holds the object back: whoever mistypes {@code disabled} thinks
 * that it is kept. What others would do and we do not is a remark, unless leaving it undone would
 * be a lie, as with a hook.
 */
final class Annotations {
  private static final String OURS = "plumbline.dev/";
  private static final String FLUX = "kustomize.toolkit.fluxcd.io/";
  private static final String ARGO = "argocd.argoproj.io/";

  /**
   * @param labelToo whether a label of the name says the same, as with Flux
   */
  private record Row(String name, boolean labelToo, BiConsumer<String, Reading> meaning) {}

  private static final List<Row> TABLE =
      List.of(
          ours(
              APPLY,
              Map.of(
                  "merge", Reading::merge,
                  "if-absent", Reading::ifAbsent,
                  "ignore", Reading::ignore)),
          ours(PRUNE, Map.of("disabled", Reading::keep)),
          ours(RECREATE, Map.of("enabled", Reading::recreate)),
          row(WAVE, (value, reading) -> reading.wave(value, true)),
          row("config.kubernetes.io/depends-on", (value, reading) -> reading.dependsOn(value)),
          // Flux owns what it merges, and prunes it: to us that is an object of our own.
          flux(
              "ssa",
              Map.of(
                  "override", Reading::nothing,
                  "merge", Reading::additionsStay,
                  "ifnotpresent", Reading::ifAbsent,
                  "ignore", Reading::ignore)),
          flux(
              "reconcile",
              Map.of("enabled", Reading::nothing, "disabled", Annotations::ignoreAndKeep)),
          flux("prune", Map.of("enabled", Reading::nothing, "disabled", Reading::keep)),
          flux("force", Map.of("disabled", Reading::nothing, "enabled", Reading::recreate)),
          row(ARGO + "sync-wave", (value, reading) -> reading.wave(value, false)),
          row(
              ARGO + "sync-options",
              (value, reading) -> listed(value).forEach(SyncOption.of(reading))),
          row(ARGO + "hook", Annotations::argoHook),
          row(ARGO + "ignore-healthcheck", Annotations::healthCheck),
          row("helm.sh/hook", Annotations::helmHook),
          theirs("helm.sh/resource-policy", Map.of("keep", Reading::keep)),
          theirs("client.lifecycle.config.k8s.io/mutation", Map.of("ignore", Reading::ifAbsent)),
          theirs("client.lifecycle.config.k8s.io/deletion", Map.of("detach", Reading::keep)),
          theirs("cli-utils.sigs.k8s.io/on-remove", Map.of("keep", Reading::keep)));

  private static final List<String> KNOWN = TABLE.stream().map(Row::name).toList();

  private Annotations() {}

  static Wishes read(Map<String, String> labels, Map<String, String> annotations) {
    var reading = new Reading();
    for (Row row : TABLE) {
      String value = annotations.get(row.name());
      if (value == null && row.labelToo()) {
        value = labels.get(row.name());
      }
      if (value != null) {
        reading.at(row.name(), value);
        row.meaning().accept(value, reading);
      }
    }
    annotations.keySet().stream()
        .filter(name -> name.startsWith(OURS) && !KNOWN.contains(name))
        .filter(name -> !Marks.ours(name))
        .sorted()
        .forEach(name -> reading.remark("annotation %s is not known".formatted(name)));
    return reading.wishes();
  }

  private static Row row(String name, BiConsumer<String, Reading> meaning) {
    return new Row(name, false, meaning);
  }

  private static Row ours(String name, Map<String, Consumer<Reading>> words) {
    return row(
        name,
        (value, reading) -> {
          Consumer<Reading> meaning = words.get(value);
          if (meaning == null) {
            reading.wrong(String.join(" or ", words.keySet().stream().sorted().toList()));
          } else {
            meaning.accept(reading);
          }
        });
  }

  private static Row flux(String name, Map<String, Consumer<Reading>> words) {
    return new Row(
        FLUX + name,
        true,
        (value, reading) -> word(value.toLowerCase(Locale.ROOT), words, reading));
  }

  private static Row theirs(String name, Map<String, Consumer<Reading>> words) {
    return row(name, (value, reading) -> word(value, words, reading));
  }

  private static void word(String value, Map<String, Consumer<Reading>> words, Reading reading) {
    words.getOrDefault(value, Reading::unknown).accept(reading);
  }

  private static void ignoreAndKeep(Reading reading) {
    reading.ignore();
    reading.keep();
  }

  private static void argoHook(String value, Reading reading) {
    reading.argoHook();
    if (listed(value).anyMatch("Skip"::equals)) {
      reading.ignore();
    } else {
      reading.hook();
    }
  }

  private static void helmHook(String value, Reading reading) {
    if (reading.hasArgoHook()) {
      return; // Argo CD reads only its own, where it has one
    }
    if (listed(value).allMatch(hook -> hook.startsWith("test") || hook.endsWith("-rollback"))) {
      reading.ignore();
    } else if (!value.strip().equals("crd-install")) {
      reading.hook();
    }
  }

  private static void healthCheck(String value, Reading reading) {
    if (value.equals("true")) {
      reading.unjudged();
    }
  }

  static Stream<String> listed(String value) {
    return Arrays.stream(value.split(",", -1)).map(String::strip).filter(text -> !text.isEmpty());
  }
}
