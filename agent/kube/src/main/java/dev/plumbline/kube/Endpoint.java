package dev.plumbline.kube;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/**
 * Where a server is and how to speak to it.
 *
 * @param server without a trailing slash; may have a path
 * @param tlsServerName the name on its certificate, where that is not the host's
 * @param patience how long anybody wants to wait for one answer; empty: as long as it takes
 */
record Endpoint(
    URI server,
    Optional<String> tlsServerName,
    SSLContext tls,
    Credentials credentials,
    Optional<Duration> patience) {

  private static final Pattern LOOPBACK = Pattern.compile("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");

  Endpoint(URI server, Optional<String> tlsServerName, SSLContext tls, Credentials credentials) {
    this(server, tlsServerName, tls, credentials, Optional.empty());
  }

  Endpoint with(Credentials others) {
    return new Endpoint(server, tlsServerName, tls, others, patience);
  }

  Endpoint within(Duration limit) {
    return new Endpoint(server, tlsServerName, tls, credentials, Optional.of(limit));
  }

  /** The limit of a request that may take this long. */
  Duration limit(Duration asked) {
    return patience.filter(limit -> limit.compareTo(asked) < 0).orElse(asked);
  }

  /**
   * The address of a request. The host is resolved now, before each of them: what turned into an
   * address where clouds keep their metadata service is not connected to.
   */
  URI resolve(String path) throws IOException {
    if (!isLoopback(server.getHost())) {
      for (var address : InetAddress.getAllByName(server.getHost())) {
        if (ForbiddenAddresses.contains(address)) {
          throw new IOException(
              "%s stands for %s, which is no place for an API server"
                  .formatted(server.getHost(), address.getHostAddress()));
        }
      }
    }
    return URI.create((tlsServerName.isPresent() ? byAddress() : server) + path);
  }

  static boolean isLoopback(String host) {
    return host.equals("localhost") || host.equals("[::1]") || LOOPBACK.matcher(host).matches();
  }

  private URI byAddress() throws IOException {
    String address = InetAddress.getByName(server.getHost()).getHostAddress();
    String host = address.indexOf(':') < 0 ? address : "[" + address + "]";
    String port = server.getPort() < 0 ? "" : ":" + server.getPort();
    return URI.create(server.getScheme() + "://" + host + port + server.getRawPath());
  }
}
