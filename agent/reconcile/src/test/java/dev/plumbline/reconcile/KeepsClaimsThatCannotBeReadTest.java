package dev.plumbline.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.api.v1alpha1.AllowedKinds;
import dev.plumbline.api.v1alpha1.LocalRef;
import dev.plumbline.api.v1alpha1.Quota;
import dev.plumbline.api.v1alpha1.ServiceAccountRef;
import dev.plumbline.api.v1alpha1.TenantSpec;
import dev.plumbline.api.v1alpha1.TenantStatus;
import dev.plumbline.apply.Grant.Claim;
import dev.plumbline.hub.HubObject;
import dev.plumbline.hub.Lookup;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Name;
import dev.plumbline.yaml.Manifests;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Tenant that cannot be read fails closed: nobody gets its namespaces by that. */
@Tag("SEC-TEN-08")
final class KeepsClaimsThatCannotBeReadTest {
  private static final String CREATED = "metadata: {creationTimestamp: \"2026-11-30T12:00:00Z\"}\n";
  private static final Optional<TenantSpec> NEVER_READ = Optional.empty();

  @ParameterizedTest
  @CsvSource({
    "'[acme-*, shared]', acme-web, other",
    "'[acme-*-eu]', acme-web-eu, other",
    "'[acme-web, 7]', 7, other",
  })
  void what_can_be_read_counts(String namespaces, String claimed, String free) {
    Claim claim = Claimant.of(malformed(spec("namespaces: " + namespaces), NEVER_READ)).claim();

    assertThat(claim.covers(claimed)).isTrue();
    assertThat(claim.covers(free)).isFalse();
    assertThat(claim.known()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"namespaces: acme", "namespaces: [{name: acme}]", "other: 1"})
  void what_cannot_be_read_is_what_it_was(String spec) {
    Claim claim = Claimant.of(malformed(spec(spec), Optional.of(tenant().spec()))).claim();

    assertThat(claim).isEqualTo(new Claim("acme", List.of("acme-*"), false));
  }

  @Test
  void what_was_never_read_may_be_anything() {
    Claim claim = Claimant.of(malformed(spec("namespaces: acme"), NEVER_READ)).claim();

    assertThat(claim.meets(new Claim("globex", List.of("globex-*")))).isTrue();
    assertThat(claim.covers("globex-web")).isTrue();
  }

  @Test
  void the_older_one_goes_first_and_who_tells_no_age_is_the_oldest() {
    var young = Claimant.of(tenant());
    var old = Claimant.of(malformed(spec("namespaces: [a]"), NEVER_READ));
    var ageless = Claimant.of(malformed("spec: {namespaces: [a]}", NEVER_READ));

    assertThat(old).isLessThan(young);
    assertThat(ageless).isLessThan(old);
  }

  private static String spec(String fields) {
    return CREATED + "spec: {%s}\n".formatted(fields);
  }

  private static Lookup.Malformed<TenantSpec, TenantStatus> malformed(
      String body, Optional<TenantSpec> last) {
    return new Lookup.Malformed<>(
        new Name("hub", "acme"),
        "u",
        "1",
        "cannot be used",
        (MapNode) Manifests.read(body, "tenant").getFirst(),
        last);
  }

  private static HubObject<TenantSpec, TenantStatus> tenant() {
    var spec =
        new TenantSpec(
            new LocalRef("fleet"),
            null,
            List.of("prod"),
            null,
            null,
            List.of("acme-*"),
            false,
            new ServiceAccountRef("acme-system", "plumbline"),
            new AllowedKinds(List.of(), List.of()),
            new Quota(null, null, null),
            null);
    return new HubObject<>(
        new Name("hub", "acme"),
        "u",
        "1",
        1,
        Map.of(),
        Map.of(),
        List.of(),
        false,
        Instant.parse("2026-11-30T12:00:01Z"),
        spec,
        TenantStatus.NONE);
  }
}
