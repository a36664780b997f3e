package dev.plumbline.kube;

import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Makes HTTP clients that share one executor; each has connections of its own. */
final class HttpClients implements AutoCloseable {
  private static final Duration TO_CONNECT = Duration.ofSeconds(5);

  private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();

  HttpClient open(Endpoint endpoint) {
    boolean secure = endpoint.server().getScheme().equals("https");
    return HttpClient.newBuilder()
        .version(secure ? Version.HTTP_2 : Version.HTTP_1_1)
        .sslContext(endpoint.tls())
        .sslParameters(ChaCha.first(endpoint.tls().getDefaultSSLParameters()))
        .followRedirects(Redirect.NEVER)
        .proxy(HttpClient.Builder.NO_PROXY)
        .connectTimeout(TO_CONNECT)
        .executor(virtual)
        .build();
  }

  @Override
  public void close() {
    virtual.shutdownNow();
  }
}
