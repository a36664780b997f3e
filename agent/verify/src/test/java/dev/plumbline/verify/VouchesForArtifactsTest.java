package dev.plumbline.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Digest;
import dev.plumbline.model.FileTree;
import dev.plumbline.model.Name;
import dev.plumbline.model.Revision;
import dev.plumbline.source.Artifact;
import dev.plumbline.verify.Verdict.Reason;
import dev.plumbline.verify.Verdict.Refused;
import dev.plumbline.verify.Verdict.Trusted;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class VouchesForArtifactsTest {
  private static final FileTree NO_FILES =
      new FileTree() {
        @Override
        public Entry lookup(String path) {
          return new Absent(path, "no such file or directory", List.of());
        }

        @Override
        public byte[] read(File file) {
          throw new IllegalArgumentException("there are no files");
        }
      };
  private static final Artifact ARTIFACT =
      new Artifact(
          new Revision(
              new Name("plumbline-system", "fleet"), "main", "4f2c1d9".repeat(5) + "00000"),
          NO_FILES);

  private record Built(Provenance provenance) implements Attestable {
    @Override
    public Digest builtDigest() {
      return Digest.of("built");
    }
  }

  @Test
  void without_trust_an_artifact_is_refused_and_the_reason_says_what_to_do() {
    var verdict = new Verifier(true).verify(ARTIFACT);

    assertThat(verdict)
        .isEqualTo(
            new Refused(
                Reason.NO_TRUST_CONFIGURED,
                "Repository plumbline-system/fleet has no trust configured, so main@4f2c1d9 may"
                    + " not be used; start the agent with --allow-untrusted to accept unsigned"
                    + " commits"));
  }

  @Test
  void where_the_platform_allows_it_an_artifact_is_used_and_says_that_nobody_vouched() {
    var verdict = new Verifier(false).verify(ARTIFACT);

    assertThat(verdict)
        .isInstanceOfSatisfying(
            Trusted.class,
            trusted -> {
              assertThat(trusted.verified().vouchedBy()).isEqualTo("none: no trust configured");
              assertThat(trusted.verified().artifact()).isEqualTo(ARTIFACT);
              assertThat(trusted.verified().tree()).isSameAs(NO_FILES);
            });
  }

  @Test
  void what_was_verified_is_attested_with_its_provenance() {
    var verified = ((Trusted) new Verifier(false).verify(ARTIFACT)).verified();
    var built = new Built(verified);

    assertThat(new Attester().attest(built))
        .hasValueSatisfying(
            attested -> {
              assertThat(attested.value()).isSameAs(built);
              assertThat(attested.verified()).isSameAs(verified);
            });
  }

  @Test
  void a_local_directory_is_never_attested() {
    assertThat(new Attester().attest(new Built(new Unverified(NO_FILES)))).isEmpty();
  }

  @Test
  void nobody_else_can_make_what_proves_something() {
    for (Class<?> proof : List.of(Verified.class, Attested.class)) {
      assertThat(Modifier.isFinal(proof.getModifiers())).isTrue();
      assertThat(Stream.of(proof.getDeclaredConstructors()).map(Constructor::getModifiers))
          .noneMatch(modifiers -> Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers));
    }
    assertThat(Provenance.class.getPermittedSubclasses())
        .containsExactlyInAnyOrder(Verified.class, Unverified.class);
  }

  @Test
  void every_reason_has_the_name_a_condition_shows() {
    assertThat(Reason.NO_TRUST_CONFIGURED.condition()).isEqualTo("NoTrustConfigured");
  }
}
