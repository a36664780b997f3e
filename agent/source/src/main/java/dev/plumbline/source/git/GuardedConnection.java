package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.URI;
import java.net.URL;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import org.eclipse.jgit.transport.http.HttpConnection;

/**
 * One HTTP request to the origin of a repository and to nowhere else (SEC-GIT-06). Whatever is not
 * an answer of a Git server ends the fetch here, with a reason, before JGit can try anything else:
 * another way to authenticate, the old file-by-file protocol, a proxy.
 */
final class GuardedConnection implements HttpConnection {
  /** What JGit may not set: no compression, whose output has no limit, and no other user. */
  private static final Set<String> OURS = Set.of("accept-encoding", "authorization", "user-agent");

  private final Exchange exchange;
  private final HttpURLConnection http;
  private boolean checked;

  GuardedConnection(URL url, Exchange exchange) throws IOException {
    if (!exchange.url().sameOrigin(URI.create(url.toString()))) {
      throw elsewhere(url.getProtocol() + "://" + url.getHost());
    }
    this.exchange = exchange;
    this.http = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
    http.setInstanceFollowRedirects(false);
    http.setConnectTimeout((int) exchange.idleTime().toMillis());
    http.setReadTimeout((int) exchange.idleTime().toMillis());
    http.setRequestProperty("User-Agent", "plumbline git");
    exchange.authorization().ifPresent(h -> http.setRequestProperty("Authorization", h));
    if (http instanceof HttpsURLConnection https) {
      https.setSSLSocketFactory(exchange.sockets());
    }
  }

  @Override
  public int getResponseCode() throws IOException {
    int status;
    try {
      status = http.getResponseCode();
    } catch (IOException e) {
      throw exchange.stop(e);
    }
    if (!checked) {
      check(status);
      checked = true;
    }
    return status;
  }

  private void check(int status) throws Stop {
    switch (status) {
      case HTTP_OK -> checkContent();
      case HTTP_MOVED_PERM,
          HTTP_MOVED_TEMP,
          HTTP_SEE_OTHER,
          HTTP_11_MOVED_TEMP,
          HTTP_11_MOVED_PERM ->
          checkRedirect();
      case HTTP_UNAUTHORIZED, HTTP_FORBIDDEN ->
          throw new Stop(
              Reason.AUTHENTICATION_REFUSED,
              "HTTP %d, %s"
                  .formatted(
                      status,
                      exchange.authorization().isPresent()
                          ? "the credentials are wrong or may not read it"
                          : "it needs credentials; name them in credentialsRef"));
      case HTTP_NOT_FOUND, HttpURLConnection.HTTP_GONE ->
          throw new Stop(
              Reason.NOT_FOUND,
              "HTTP %d, no such repository, or one these credentials may not see"
                  .formatted(status));
      default -> throw new Stop(Reason.SERVER_ERROR, "HTTP " + status);
    }
  }

  private void checkContent() throws Stop {
    String expected =
        getRequestMethod().equals("GET")
            ? "application/x-git-upload-pack-advertisement"
            : "application/x-git-upload-pack-result";
    String type = http.getContentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith(expected)) {
      throw new Stop(
          Reason.NOT_A_REPOSITORY,
          "answered with content type %s, not as a Git server does"
              .formatted(Text.line(type == null ? "unknown" : type)));
    }
    String encoding = http.getContentEncoding();
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      throw new Stop(Reason.NOT_A_REPOSITORY, "compressed an answer that was to come uncompressed");
    }
  }

  // A redirect of the first request inside the origin is left to JGit, which counts them.
  private void checkRedirect() throws Stop {
    URI target;
    try {
      target =
          URI.create(http.getURL().toString())
              .resolve(String.valueOf(http.getHeaderField("Location")));
    } catch (IllegalArgumentException e) {
      throw elsewhere("a place that cannot be read");
    }
    if (!getRequestMethod().equals("GET") || !exchange.url().sameOrigin(target)) {
      // Its path may hold a token.
      throw elsewhere(target.getScheme() + "://" + target.getHost());
    }
  }

  private static Stop elsewhere(String where) {
    return new Stop(
        Reason.REDIRECTED,
        "redirects to %s, and credentials stay with the url they were given for; if that is the"
                .formatted(Text.line(where))
            + " repository, use its url");
  }

  @Override
  public InputStream getInputStream() throws IOException {
    try {
      return exchange.metered(http.getInputStream(), http::disconnect);
    } catch (IOException e) {
      throw exchange.stop(e);
    }
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    try {
      return new Sending(http.getOutputStream());
    } catch (IOException e) {
      throw exchange.stop(e);
    }
  }

  @Override
  public void connect() throws IOException {
    try {
      http.connect();
    } catch (IOException e) {
      throw exchange.stop(e);
    }
  }

  @Override
  public void setRequestProperty(String key, String value) {
    if (!OURS.contains(key.toLowerCase(Locale.ROOT))) {
      http.setRequestProperty(key, value);
    }
  }

  @Override
  public void setConnectTimeout(int timeout) {
    // Ours stands.
  }

  @Override
  public void setReadTimeout(int timeout) {
    // Ours stands.
  }

  @Override
  public void setInstanceFollowRedirects(boolean redirect) {
    // Never.
  }

  @Override
  public void configure(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
    throw new IllegalStateException("TLS is never weakened");
  }

  @Override
  public void setHostnameVerifier(HostnameVerifier verifier) {
    throw new IllegalStateException("TLS is never weakened");
  }

  @Override
  public URL getURL() {
    return http.getURL();
  }

  @Override
  public String getResponseMessage() throws IOException {
    return Text.line(http.getResponseMessage());
  }

  @Override
  public Map<String, List<String>> getHeaderFields() {
    return http.getHeaderFields();
  }

  @Override
  public List<String> getHeaderFields(String name) {
    return http.getHeaderFields().entrySet().stream()
        .filter(field -> name.equalsIgnoreCase(field.getKey()))
        .flatMap(field -> field.getValue().stream())
        .toList();
  }

  @Override
  public String getHeaderField(String name) {
    return http.getHeaderField(name);
  }

  @Override
  public String getContentType() {
    return http.getContentType();
  }

  @Override
  public int getContentLength() {
    return http.getContentLength();
  }

  @Override
  public void setRequestMethod(String method) throws ProtocolException {
    http.setRequestMethod(method);
  }

  @Override
  public String getRequestMethod() {
    return http.getRequestMethod();
  }

  @Override
  public void setUseCaches(boolean useCaches) {
    http.setUseCaches(useCaches);
  }

  @Override
  public void setDoOutput(boolean output) {
    http.setDoOutput(output);
  }

  @Override
  public void setFixedLengthStreamingMode(int length) {
    http.setFixedLengthStreamingMode(length);
  }

  @Override
  public void setChunkedStreamingMode(int chunk) {
    http.setChunkedStreamingMode(chunk);
  }

  @Override
  public boolean usingProxy() {
    return false;
  }

  private final class Sending extends FilterOutputStream {
    Sending(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      try {
        out.write(bytes, from, length);
      } catch (IOException e) {
        throw exchange.stop(e);
      }
    }
  }
}
