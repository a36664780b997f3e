package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.plumbline.model.Clock;
import dev.plumbline.model.Fence;
import dev.plumbline.model.Metrics;
import dev.plumbline.model.Secret;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** TLS and credentials, against a server that answers with what it saw. */
final class ConnectsAsTheKubeconfigSaysTest {
  private HttpsServer server;
  private boolean wantsCertificate;

  @BeforeEach
  void start() throws Exception {
    var tls =
        Tls.context(
            Optional.of(Certificates.pem("authority.pem")),
            Optional.of(
                new Tls.ClientKey(
                    Certificates.pem("server.pem"), Secret.of(Certificates.pem("server.key")))));
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(configurator(tls));
    server.createContext(
        "/",
        exchange -> {
          var session = ((HttpsExchange) exchange).getSSLSession();
          String peer = wantsCertificate ? session.getPeerPrincipal().getName() : "";
          String header = exchange.getRequestHeaders().getFirst("Authorization");
          var seen = (peer + "|" + header).getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, seen.length);
          exchange.getResponseBody().write(seen);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @ParameterizedTest
  @CsvSource({
    "rsa, rsa.pkcs1.key",
    "rsa, rsa.pkcs8.key",
    "ec, ec.sec1.key",
    "ec, ec.pkcs8.key",
    "ed25519, ed25519.pkcs8.key"
  })
  void shows_its_certificate_whatever_form_the_key_has(String name, String key) {
    wantsCertificate = true;

    assertThat(
            seen(
                "\"client-certificate-data\": \"%s\", \"client-key-data\": \"%s\""
                    .formatted(Certificates.base64(name + ".pem"), Certificates.base64(key))))
        .isEqualTo("CN=" + name + "|null");
  }

  @Test
  void sends_its_token() {
    assertThat(seen("\"token\": \"t0ken\"")).isEqualTo("|Bearer t0ken");
  }

  @Test
  void sends_user_and_password() {
    assertThat(seen("\"username\": \"alice\", \"password\": \"s3cret\""))
        .isEqualTo("|Basic YWxpY2U6czNjcmV0");
  }

  @Test
  void expects_the_certificate_of_the_name_it_was_told() {
    var wrongName = send(kubeconfig("", "\"token\": \"t\""));

    assertThat(wrongName)
        .isInstanceOfSatisfying(
            Reply.NotSent.class,
            notSent -> assertThat(notSent.why()).contains("its certificate is not accepted"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"encrypted.key", "authority.pem"})
  void refuses_a_key_it_cannot_use(String key) {
    String user =
        "\"client-certificate-data\": \"%s\", \"client-key-data\": \"%s\""
            .formatted(Certificates.base64("ec.pem"), Certificates.base64(key));

    var reading = Kubeconfig.read(kubeconfig("", user).getBytes(StandardCharsets.UTF_8));

    assertThat(reading)
        .isInstanceOfSatisfying(
            Kubeconfig.Reading.Refused.class,
            refused ->
                assertThat(refused.why()).contains("its certificates or its key cannot be used"));
  }

  private String seen(String user) {
    String named = ", \"tls-server-name\": \"api.example.internal\"";
    return switch (send(kubeconfig(named, user))) {
      case Reply.Answered answered -> answered.body();
      case Reply other -> throw new AssertionError(other.toString());
    };
  }

  private static Reply send(String kubeconfig) {
    var endpoint = Live.kubeconfig(kubeconfig.getBytes(StandardCharsets.UTF_8)).endpoint();
    var transport = new Transport(endpoint, new HttpClients(), Clock.system(), Metrics.none());
    return transport.send(
        Call.read("/version", Call.JSON),
        new Caller(new Identity.Agent(), "plumb/test", Fence.open()));
  }

  private String kubeconfig(String cluster, String user) {
    return """
        {"current-context": "c",
         "contexts": [{"name": "c", "context": {"cluster": "k", "user": "u"}}],
         "clusters": [{"name": "k", "cluster": {"server": "https://localhost:%d",
           "certificate-authority-data": "%s"%s}}],
         "users": [{"name": "u", "user": {%s}}]}"""
        .formatted(
            server.getAddress().getPort(), Certificates.base64("authority.pem"), cluster, user);
  }

  private HttpsConfigurator configurator(SSLContext tls) {
    return new HttpsConfigurator(tls) {
      @Override
      public void configure(HttpsParameters parameters) {
        var settings = tls.getDefaultSSLParameters();
        settings.setNeedClientAuth(wantsCertificate);
        parameters.setSSLParameters(settings);
      }
    };
  }
}
