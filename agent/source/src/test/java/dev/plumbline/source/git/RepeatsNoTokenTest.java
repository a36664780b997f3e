package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.model.Secret;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who refuses a header repeats it, and what he says ends in a status. */
@Tag("SEC-LEAK-04")
final class RepeatsNoTokenTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"s3cr3t\nX-Other: a", "s3cr3t and more", "s3cr3t\u0000", "s3cr3t\u00e4", ""})
  void a_token_that_fits_no_header_is_refused_before_it_is_sent(String token) {
    assertThatThrownBy(() -> new GitCredentials.Bearer(Secret.of(token)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("bearerToken is not one word of printable ASCII");
  }
}
