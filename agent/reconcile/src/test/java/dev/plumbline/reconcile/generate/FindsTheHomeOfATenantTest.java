package dev.plumbline.reconcile.generate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FindsTheHomeOfATenantTest {

  @ParameterizedTest
  @CsvSource({
    "tenants/acme, tenants/acme, true",
    "tenants/acme, tenants/acme/web, true",
    "tenants/acme, ./tenants//acme/./web, true",
    "tenants/./acme, tenants/acme/web, true",
    "tenants//acme/, tenants/acme, true",
    "., tenants/acme, true",
    "./, ., true",
    "tenants/acme, tenants/acme-2, false",
    "tenants/acme, tenants, false",
    "tenants/acme, ., false"
  })
  void a_path_is_inside_it_however_both_are_written(String home, String path, boolean inside) {
    assertThat(new Home.At(Paths.join(home)).holds(path)).isEqualTo(inside);
  }
}
