package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.schema.Words;
import dev.plumbline.api.v1alpha1.EnvironmentSpec;
import dev.plumbline.api.v1alpha1.Quota;
import dev.plumbline.api.v1alpha1.RepositorySpec;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TargetSpec;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.apply.Change;
import dev.plumbline.kube.Refusal;
import dev.plumbline.source.git.FetchOutcome;
import dev.plumbline.verify.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The pages name every word that a user meets in a status or on the command line. */
final class DocumentsWhatThereIsTest {
  private static final Path ROOT = Path.of("../..");
  private static final Pattern METRIC = Pattern.compile("\"(plumbline_[a-z_]+)\"");

  @Test
  void every_reason_and_phase() throws IOException {
    assertThat(page("repositories")).contains(words(FetchOutcome.Reason.values()));
    assertThat(page("apply")).contains(words(Refusal.Cause.values()));
    assertThat(page("syncs"))
        .contains(words(Verdict.Reason.values()))
        .contains(
            words(SyncStatus.Phase.READY, SyncStatus.Phase.DEGRADED, SyncStatus.Phase.BLOCKED));
    assertThat(page("syncs") + page("apply")).contains(words(Change.Reason.values()));
  }

  @Test
  void every_field_a_person_writes() throws IOException {
    assertThat(page("repositories")).contains(fields(RepositorySpec.class));
    assertThat(page("targets")).contains(fields(TargetSpec.class));
    assertThat(page("tenants"))
        .contains(fields(TenantSpec.class))
        .contains(fields(EnvironmentSpec.class))
        .contains(fields(Quota.class));
    assertThat(page("syncs"))
        .contains(
            Stream.of(fields(SyncSpec.class))
                .filter(field -> !field.matches("waits|tenantRef"))
                .toList())
        .contains(fields(SyncSpec.Prune.class))
        .contains(fields(SyncSpec.Retry.class));
  }

  @Test
  void every_command_and_every_flag() throws IOException {
    for (var command : Plumb.commandLine().getSubcommands().entrySet()) {
      String name = command.getKey();
      assertThat(page("cli")).contains(name.equals("help") ? "" : "plumb " + name);
      List<String> flags =
          command.getValue().getCommandSpec().options().stream()
              .map(CommandLine.Model.OptionSpec::longestName)
              .filter(flag -> !flag.matches("--(help|version|verbose)"))
              .toList();
      if (!flags.isEmpty()) {
        assertThat(page(name.equals("agent") ? "operations" : "cli")).contains(flags);
      }
    }
  }

  @Test
  void every_metric() throws IOException {
    var metrics = new TreeSet<String>();
    try (var files = Files.walk(ROOT.resolve("agent"))) {
      for (Path source : files.filter(DocumentsWhatThereIsTest::isSource).toList()) {
        METRIC
            .matcher(Files.readString(source))
            .results()
            .map(m -> m.group(1))
            .forEach(metrics::add);
      }
    }

    assertThat(metrics).hasSizeGreaterThan(10);
    assertThat(page("operations")).contains(metrics);
  }

  private static boolean isSource(Path file) {
    return file.toString().matches(".*/src/main/java/.*\\.java");
  }

  private static String[] words(Enum<?>... constants) {
    return Stream.of(constants).map(word -> "`" + Words.of(word) + "`").toArray(String[]::new);
  }

  private static String[] fields(Class<?> spec) {
    return Stream.of(spec.getRecordComponents())
        .map(component -> component.getName())
        .toArray(String[]::new);
  }

  private static String page(String name) throws IOException {
    return Files.readString(ROOT.resolve("docs/" + name + ".md"));
  }
}
