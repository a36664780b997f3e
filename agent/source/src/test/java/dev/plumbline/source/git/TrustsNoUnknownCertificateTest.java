package dev.plumbline.source.git;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.Clock;
import dev.plumbline.model.Metrics;
import dev.plumbline.source.git.FetchOutcome.Fetched;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class TrustsNoUnknownCertificateTest extends GitTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private SSLContext context;
  private GitServer secure;

  @BeforeEach
  void serveOverTls() throws Exception {
    context = context(temporary.resolve("server.p12"));
    secure = GitServer.overTls(temporary.resolve("served"), context);
    fleet.file("a.yaml", "a: 1\n").commit("main");
  }

  @AfterEach
  void stopTls() {
    secure.close();
  }

  @Test
  void a_certificate_of_nobody_is_refused() throws Exception {
    assertThat(refused(source(url("localhost"), "main"), Reason.TLS_FAILED).sentence())
        .contains("no trusted TLS connection");
    assertThat(secure.requests()).isEmpty();
  }

  @Test
  void a_trusted_certificate_is_fine_for_the_name_it_was_made_for_only() throws Exception {
    repositories.close();
    repositories = open(context.getSocketFactory());

    assertThat(repositories.fetch(source(url("localhost"), "main"))).isInstanceOf(Fetched.class);

    refused(source(url("127.0.0.1"), "main"), Reason.TLS_FAILED);
  }

  private GitUrl url(String host) {
    return GitUrl.parse("https://%s:%d/fleet.git".formatted(host, secure.port()));
  }

  private GitRepositories open(SSLSocketFactory tls) throws Exception {
    return new GitRepositories(clones(), GitLimits.DEFAULT, Clock.system(), Metrics.none(), tls);
  }

  private static SSLContext context(Path file) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "EC",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-dname",
                "CN=test",
                "-ext",
                "san=dns:localhost",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(made.getInputStream().readAllBytes(), UTF_8);
    assertThat(made.waitFor()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    var identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    identity.init(keys, PASSWORD);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore roots = KeyStore.getInstance("PKCS12");
    roots.load(null, null);
    roots.setCertificateEntry("server", keys.getCertificate("server"));
    trust.init(roots);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }
}
