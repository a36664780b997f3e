package dev.plumbline.reconcile.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.Marks;
import dev.plumbline.api.v1alpha1.SyncSpec;
import dev.plumbline.api.v1alpha1.SyncStatus;
import dev.plumbline.api.v1alpha1.TenantInEnvironment;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class GeneratesSyncsTest {
  private static final Map<String, String> PROD = Map.of("env", "prod");

  private final World world =
      new World()
          .repository("tenants/{tenant}")
          .environment("prod", PROD)
          .environment("dev", Map.of("env", "dev"))
          .target("eu", PROD)
          .target("us", PROD)
          .target("lab", Map.of("env", "dev"))
          .directory("acme", "prod")
          .directory("acme", "dev");

  @Test
  void one_for_each_environment_and_target() {
    world.settle(World.tenant("acme", "dev", "prod"));

    assertThat(world.triples()).containsExactly("acme/dev/lab", "acme/prod/eu", "acme/prod/us");
    var sync = world.syncs.get(new Name(World.HUB, name("acme", "prod", "eu")));
    assertThat(sync.name().name()).matches("acme-prod-eu-[0-9a-f]{6}");
    assertThat(sync.spec().path()).isEqualTo("tenants/acme/overlays/prod");
    assertThat(sync.spec().source().branch()).isEqualTo("prod");
    assertThat(sync.labels()).containsEntry(Marks.TENANT, "acme").containsEntry(Marks.TARGET, "eu");
  }

  @Test
  void a_second_look_finds_nothing_to_do() {
    world.settle(World.tenant("acme", "dev", "prod"));

    Generation again = world.look(World.tenant("acme", "dev", "prod"));

    assertThat(again.writes()).isEmpty();
    assertThat(again.deletes()).isEmpty();
  }

  @Test
  void a_suspension_by_a_person_is_nothing_to_change() {
    world.settle(World.tenant("acme", "prod"));
    world.syncs.replaceAll(
        (name, sync) -> with(sync, new SyncSpec.Suspend("alice", "freeze", null)));

    assertThat(world.look(World.tenant("acme", "prod")).writes()).isEmpty();
  }

  @Test
  void what_a_person_changed_of_ours_is_changed_back() {
    world.settle(World.tenant("acme", "prod"));
    var name = new Name(World.HUB, name("acme", "prod", "eu"));
    world.syncs.computeIfPresent(
        name,
        (n, sync) ->
            copy(sync, World.spec("tenants/other", "prod", "eu", "acme", null), sync.deleting()));

    Generation generation = world.look(World.tenant("acme", "prod"));

    assertThat(generation.writes()).extracting(write -> write.draft().name()).containsExactly(name);
  }

  @Test
  void a_target_that_appears_gets_one_and_one_that_is_deselected_loses_it() {
    world.settle(World.tenant("acme", "prod"));

    world.target("ap", PROD).target("us", Map.of("env", "dev"));
    world.settle(World.tenant("acme", "prod"));

    assertThat(world.triples()).containsExactly("acme/prod/ap", "acme/prod/eu");
  }

  @Test
  void an_environment_without_an_overlay_gets_none_and_that_is_no_error() {
    world.without("acme", "dev");

    Generation generation = world.settle(World.tenant("acme", "dev", "prod"));

    assertThat(world.triples()).containsExactly("acme/prod/eu", "acme/prod/us");
    assertThat(generation.held()).isEmpty();
    assertThat(generation.environments().getFirst())
        .isEqualTo(
            new TenantInEnvironment(
                "dev",
                "tenants/acme/overlays/dev",
                0,
                null,
                "branch dev has no directory tenants/acme/overlays/dev"));
  }

  @Test
  void a_directory_that_disappears_takes_nothing_with_it_before_a_person_agrees() {
    world.settle(World.tenant("acme", "prod"));
    world.without("acme", "prod");

    Generation held = world.settle(World.tenant("acme", "prod"));

    assertThat(world.triples()).hasSize(2);
    assertThat(held.held().orElseThrow())
        .isEqualTo(
            "the directory tenants/acme/overlays/prod is gone since main@sha1:%s: what is live stays"
                    .formatted(World.HEAD.commit())
                + " until the Tenant is annotated with plumbline.dev/allow-prune: %s, or the"
                    .formatted(World.HEAD.commit())
                + " directory is back");
    for (String word : List.of("a".repeat(6), "b".repeat(40), "yes")) {
      world.settle(allowing(word, held));
      assertThat(world.triples()).as(word).hasSize(2);
    }
    world.settle(allowing("a".repeat(7), held));
    assertThat(world.triples()).isEmpty();
  }

  @Test
  void the_word_stays_good_when_other_commits_follow_and_is_needed_anew_after_a_return() {
    world.settle(World.tenant("acme", "prod"));
    world.without("acme", "prod");
    var before =
        new TenantInEnvironment("prod", "p", 2, "prod@sha1:" + "c".repeat(40), "gone since");
    var status = new TenantStatus(1L, null, List.of(), null, null, List.of(before));
    var tenant = World.tenant("acme", List.of("prod"), Map.of(), status);

    Generation later = world.settle(tenant);

    assertThat(later.environments().getFirst().missingSince()).endsWith("c".repeat(40));
    world.directory("acme", "prod");
    Generation back = world.settle(tenant);
    assertThat(back.environments().getFirst().missingSince()).isNull();
  }

  @Test
  void nothing_is_deleted_while_something_cannot_be_read_or_is_not_known_yet() {
    world.settle(World.tenant("acme", "dev", "prod"));

    world.unknown.add("dev:tenants/acme/overlays/dev");
    world.targets.put("eu", malformed("eu"));
    assertThat(world.look(World.tenant("acme", "dev", "prod")).deletes()).isEmpty();

    world.environments.put("prod", malformed("prod"));
    assertThat(world.look(World.tenant("acme")).deletes()).isEmpty();

    world.repositories.clear();
    Generation generation = world.look(World.tenant("acme", "dev", "prod"));
    assertThat(generation.deletes()).isEmpty();
    assertThat(generation.trouble().orElseThrow().message())
        .isEqualTo("Repository fleet does not exist");
  }

  @Test
  void an_environment_of_another_repository_delivers_nothing_and_deletes_nothing() {
    world.settle(World.tenant("acme", "prod"));
    world.environment("prod", Map.of(), "other", PROD);

    Generation generation = world.settle(World.tenant("acme", "prod"));

    assertThat(world.triples()).hasSize(2);
    assertThat(generation.environments().getFirst().message())
        .isEqualTo("Environment prod is delivered from Repository other, the Tenant is in fleet");
  }

  @Test
  void an_environment_that_is_gone_takes_its_syncs_with_it() {
    world.settle(World.tenant("acme", "dev", "prod"));
    world.environments.remove("prod");

    Generation generation = world.settle(World.tenant("acme", "dev", "prod"));

    assertThat(world.triples()).containsExactly("acme/dev/lab");
    assertThat(generation.environments().getLast().message())
        .isEqualTo("Environment prod does not exist");
  }

  @Test
  void a_sync_that_a_person_wrote_is_never_taken_over_nor_deleted() {
    String name = name("acme", "prod", "eu");
    world.written(name, "acme").written("mine", "acme");

    Generation generation = world.settle(World.tenant("acme", "prod"));

    assertThat(generation.taken()).containsExactly(new Name(World.HUB, name));
    assertThat(world.triples()).containsExactly("acme/prod/us");
    assertThat(world.syncs).containsKey(new Name(World.HUB, "mine"));
  }

  @Test
  void a_copy_of_a_generated_one_under_another_name_is_the_persons_who_made_it() {
    world.settle(World.tenant("acme", "prod"));
    var copied = world.syncs.get(new Name(World.HUB, name("acme", "prod", "eu")));
    var name = new Name(World.HUB, "copy");
    world.syncs.put(name, named(copied, name));
    world.environments.remove("prod");

    world.settle(World.tenant("acme", "prod"));

    assertThat(world.syncs).containsOnlyKeys(name);
  }

  @Test
  void one_that_is_being_deleted_is_waited_for() {
    world.settle(World.tenant("acme", "prod"));
    world.syncs.replaceAll((name, sync) -> copy(sync, sync.spec(), true));

    Generation generation = world.look(World.tenant("acme", "prod"));

    assertThat(generation.writes()).isEmpty();
    assertThat(generation.going()).hasSize(2);
  }

  @Test
  void a_repository_without_a_pattern_needs_a_path() {
    world.repository(null);

    assertThat(world.look(World.tenant("acme", "prod")).trouble().orElseThrow().message())
        .isEqualTo(
            "Repository fleet does not say where Tenants are: give it tenants: tenants/{tenant}, or"
                + " the Tenant a path");
  }

  private static String name(String tenant, String environment, String target) {
    return new Triple(tenant, environment, target).syncName();
  }

  private static HubObject<TenantSpec, TenantStatus> allowing(String word, Generation held) {
    return World.tenant("acme", List.of("prod"), Map.of(Marks.ALLOW_PRUNE, word), World.told(held));
  }

  private static HubObject<SyncSpec, SyncStatus> with(
      HubObject<SyncSpec, SyncStatus> sync, SyncSpec.Suspend suspend) {
    SyncSpec spec = sync.spec();
    return copy(
        sync,
        World.spec(
            spec.path(),
            spec.source().branch(),
            spec.targetRef().name(),
            spec.tenantRef().name(),
            suspend),
        false);
  }

  private static HubObject<SyncSpec, SyncStatus> named(
      HubObject<SyncSpec, SyncStatus> sync, Name name) {
    return new HubObject<>(
        name,
        "uid-copy",
        "1",
        1,
        sync.labels(),
        sync.annotations(),
        sync.finalizers(),
        false,
        sync.created(),
        sync.spec(),
        sync.status());
  }

  private static <S extends Record, T extends Record> Lookup<S, T> malformed(String name) {
    return new Lookup.Malformed<>(
        new Name("x", name), "", "", "cannot be used", MapNode.EMPTY, Optional.empty());
  }

  private static HubObject<SyncSpec, SyncStatus> copy(
      HubObject<SyncSpec, SyncStatus> sync, SyncSpec spec, boolean deleting) {
    return new HubObject<>(
        sync.name(),
        sync.uid(),
        "2",
        1,
        sync.labels(),
        sync.annotations(),
        sync.finalizers(),
        deleting,
        sync.created(),
        spec,
        sync.status());
  }
}
