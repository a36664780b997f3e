package dev.plumbline.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

final class PrefersTheCheaperCipherTest {

  @Test
  void an_api_server_takes_the_cipher_that_is_cheap_for_us() throws Exception {
    try (var clients = new HttpClients()) {
      var endpoint = Live.kubeconfig(Live.PLANE.kubeconfig()).endpoint();
      HttpClient client = clients.open(endpoint);
      var request = HttpRequest.newBuilder(endpoint.resolve("/version")).build();

      var response = client.send(request, BodyHandlers.discarding());

      assertThat(response.sslSession().orElseThrow().getCipherSuite()).contains("CHACHA20");
    }
  }

  @Test
  void nothing_that_was_allowed_is_lost() throws Exception {
    var before = SSLContext.getDefault().getDefaultSSLParameters().getCipherSuites();

    var after = ChaCha.first(SSLContext.getDefault().getDefaultSSLParameters()).getCipherSuites();

    assertThat(after).containsExactlyInAnyOrder(before);
    assertThat(after[0]).contains("CHACHA20");
  }
}
