package dev.plumbline.source.git;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/**
 * The real {@code git http-backend} behind an HTTP server on loopback, with a place to step in
 * before it answers.
 */
final class GitServer implements AutoCloseable {
  /** Answers true when it has dealt with the request. */
  interface StepIn {
    boolean handled(HttpExchange request) throws IOException;
  }

  private final Path root;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = Collections.synchronizedList(new ArrayList<>());
  private volatile StepIn stepIn = request -> false;
  private volatile boolean protocolV2 = true;

  private GitServer(Path root, HttpServer http) {
    this.root = root;
    this.http = http;
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  /** Serves the repositories below {@code root}. */
  static GitServer over(Path root) throws IOException {
    return new GitServer(root, HttpServer.create(loopback(), 0));
  }

  static GitServer overTls(Path root, SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return new GitServer(root, server);
  }

  /** The same, for those only who show a certificate that {@code tls} trusts. */
  static GitServer overMutualTls(Path root, SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(loopback(), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            var needed = getSSLContext().getDefaultSSLParameters();
            needed.setNeedClientAuth(true);
            parameters.setSSLParameters(needed);
          }
        });
    return new GitServer(root, server);
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  int port() {
    return http.getAddress().getPort();
  }

  GitUrl url(String repository) {
    return GitUrl.parse("http://127.0.0.1:%d/%s".formatted(port(), repository));
  }

  void stepIn(StepIn stepIn) {
    this.stepIn = stepIn;
  }

  void speakOnlyTheOldProtocol() {
    protocolV2 = false;
  }

  /** Method and path of every request so far. */
  List<String> requests() {
    return List.copyOf(requests);
  }

  private void handle(HttpExchange request) throws IOException {
    requests.add(request.getRequestMethod() + " " + request.getRequestURI().getPath());
    try (request) {
      if (!stepIn.handled(request)) {
        backend(request);
      }
    }
  }

  private void backend(HttpExchange request) throws IOException {
    var builder = new ProcessBuilder("git", "http-backend");
    var environment = builder.environment();
    environment.put("GIT_PROJECT_ROOT", root.toString());
    environment.put("GIT_HTTP_EXPORT_ALL", "1");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    environment.put("REQUEST_METHOD", request.getRequestMethod());
    environment.put("PATH_INFO", request.getRequestURI().getPath());
    environment.put("QUERY_STRING", text(request.getRequestURI().getRawQuery()));
    environment.put("CONTENT_TYPE", header(request, "Content-Type"));
    environment.put("HTTP_CONTENT_ENCODING", header(request, "Content-Encoding"));
    if (protocolV2) {
      environment.put("GIT_PROTOCOL", header(request, "Git-Protocol"));
    }
    Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
    byte[] body = request.getRequestBody().readAllBytes();
    Thread.ofPlatform().daemon().start(() -> feed(process, body));
    answer(request, process.getInputStream());
  }

  private static void feed(Process process, byte[] body) {
    try (var stdin = process.getOutputStream()) {
      stdin.write(body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(HttpExchange request, InputStream cgi) throws IOException {
    int status = 200;
    for (String line = line(cgi); !line.isEmpty(); line = line(cgi)) {
      String name = line.substring(0, line.indexOf(':'));
      String value = line.substring(line.indexOf(':') + 1).strip();
      if (name.equals("Status")) {
        status = Integer.parseInt(value.substring(0, 3));
      } else {
        request.getResponseHeaders().add(name, value);
      }
    }
    request.sendResponseHeaders(status, 0);
    cgi.transferTo(request.getResponseBody());
  }

  private static String line(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.write(c);
    }
    return line.toString(StandardCharsets.ISO_8859_1).strip();
  }

  private static String header(HttpExchange request, String name) {
    return text(request.getRequestHeaders().getFirst(name));
  }

  private static String text(String value) {
    return value == null ? "" : value;
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
