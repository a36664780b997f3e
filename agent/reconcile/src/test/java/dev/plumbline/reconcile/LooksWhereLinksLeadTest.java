package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Name;
import dev.plumbline.reconcile.generate.Presence;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.GitAccess;
import dev.plumbline.source.git.GitLimits;
import dev.plumbline.source.git.GitRef;
import dev.plumbline.source.git.GitRepositories;
import dev.plumbline.source.git.GitSource;
import dev.plumbline.source.git.GitUrl;
import dev.plumbline.testkit.GitServer;
import dev.plumbline.testkit.GitWorkspace;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a tenant may be a link to another one in the repository. */
final class LooksWhereLinksLeadTest {
  private static final Name FLEET = new Name("hub", "fleet");
  private static final GitRef MAIN = new GitRef.Branch("main");
  private static final String ACME = "tenants/acme";

  @TempDir Path data;
  private GitServer git;
  private GitWorkspace workspace;
  private GitRepositories repositories;
  private final Sources sources = new Sources();
  private GitDirectories directories;

  @BeforeEach
  void start() throws Exception {
    git = GitServer.start();
    workspace = git.create("fleet").write("readme.md", "fleet").link(ACME, "../shared/acme");
    repositories =
        new GitRepositories(
            data.resolve("clones"), GitLimits.DEFAULT, Clock.system(), Metrics.none());
    directories = new GitDirectories(FLEET.namespace(), sources, repositories);
  }

  @AfterEach
  void stop() throws Exception {
    repositories.close();
    workspace.close();
    git.close();
  }

  @Test
  void what_it_leads_to_comes_and_goes() throws Exception {
    push();
    assertThat(acme()).isInstanceOf(Presence.Missing.class);

    workspace.write("shared/acme/web/a.yaml", "a: 1");
    assertThat(push()).containsExactly(ACME);
    assertThat(acme()).isInstanceOf(Presence.There.class);

    workspace.delete("shared/acme").write("shared/globex/a.yaml", "a: 1");
    assertThat(push()).containsExactly(ACME);
    assertThat(acme()).isInstanceOf(Presence.Missing.class);
  }

  @Test
  void a_link_on_the_way_leads_elsewhere() throws Exception {
    workspace.write("one/acme/a.yaml", "a: 1").link("shared", "one");
    push();
    assertThat(acme()).isInstanceOf(Presence.There.class);

    workspace.delete("shared").link("shared", "two");
    assertThat(push()).containsExactly(ACME);
    assertThat(acme()).isInstanceOf(Presence.Missing.class);
  }

  @Test
  void what_lies_elsewhere_is_no_reason_to_look_again() throws Exception {
    workspace.write("shared/acme/a.yaml", "a: 1").write("shared/globex/a.yaml", "a: 1");
    push();
    acme();

    workspace.write("shared/globex/a.yaml", "a: 2");

    assertThat(push()).isEmpty();
  }

  /** Pushes all, and looks: the directories that touches. */
  private Set<String> push() throws Exception {
    workspace.push("All");
    var source =
        new GitSource(
            FLEET, GitUrl.parse(git.url("fleet")), GitAccess.anonymous(true), Set.of(MAIN));
    var fetched = (Fetched) repositories.fetch(source);
    sources.put(FLEET, new RepositoryState(fetched.heads(), Map.of(), Map.of(), Optional.empty()));
    return directories.moved(FLEET);
  }

  private Presence acme() {
    return directories.at(FLEET.name(), "main", ACME);
  }
}
