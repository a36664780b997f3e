package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks an HTTP proxy to pass bytes on to another host, and says what it answered. */
final class Tunnel {
  private static final int MAX_ANSWER = 16 << 10;
  private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] ([0-9]{3})(?: .*)?");

  private final GitProxy proxy;

  Tunnel(GitProxy proxy) {
    this.proxy = proxy;
  }

  /**
   * After this the socket is one to the other host.
   *
   * @throws Stop when the proxy would not
   */
  void open(Socket socket, String host, int port) throws IOException {
    String to = (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    var request = new StringBuilder("CONNECT %s HTTP/1.1\r\nHost: %s\r\n".formatted(to, to));
    proxy
        .authorization()
        .map(header -> header.use(value -> "Proxy-Authorization: " + value + "\r\n"))
        .ifPresent(request::append);
    request.append("User-Agent: plumbline git\r\n\r\n");
    socket.getOutputStream().write(request.toString().getBytes(StandardCharsets.US_ASCII));
    judge(head(socket.getInputStream()));
  }

  // Not a byte more than the head: what follows belongs to the other host.
  private String head(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    int ends = 0;
    while (ends < 2) {
      int c = in.read();
      if (c < 0 || head.size() >= MAX_ANSWER) {
        throw new Stop(
            Reason.CONNECTION_FAILED, "the %s does not answer as a proxy does".formatted(proxy));
      }
      head.write(c);
      if (c == '\n') {
        ends++;
      } else if (c != '\r') {
        ends = 0;
      }
    }
    return head.toString(StandardCharsets.ISO_8859_1);
  }

  private void judge(String head) throws Stop {
    String line = head.lines().findFirst().orElse("");
    Matcher status = STATUS.matcher(line);
    if (!status.matches()) {
      throw new Stop(
          Reason.CONNECTION_FAILED, "the %s does not answer as a proxy does".formatted(proxy));
    }
    int code = Integer.parseInt(status.group(1));
    if (code == 407) {
      throw new Stop(
          Reason.PROXY_REFUSED,
          "the %s wants %s"
              .formatted(
                  proxy,
                  proxy.authorization().isPresent()
                      ? "another username and password"
                      : "a username and password; put them into the Secret of proxySecretRef"));
    }
    if (code >= 500) {
      throw new Stop(Reason.CONNECTION_FAILED, "the %s answered HTTP %d".formatted(proxy, code));
    }
    if (code < 200 || code >= 300) {
      throw new Stop(Reason.PROXY_REFUSED, "the %s answered HTTP %d".formatted(proxy, code));
    }
  }
}
