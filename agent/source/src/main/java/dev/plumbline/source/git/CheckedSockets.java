package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * TLS over sockets that check the very address they connect to: a name that resolves differently
 * the second time gains nothing, for there is no second time. Behind a proxy it is the proxy who
 * resolves names; then it is the proxy's own address that is checked.
 */
final class CheckedSockets extends SSLSocketFactory {
  private final SSLSocketFactory tls;
  private final AddressPolicy policy;
  private final Optional<GitProxy> proxy;

  CheckedSockets(SSLSocketFactory tls, AddressPolicy policy, Optional<GitProxy> proxy) {
    this.tls = tls;
    this.policy = policy;
    this.proxy = proxy;
  }

  /** Plain on purpose: the JDK's client connects it and then asks for TLS on top. */
  @Override
  public Socket createSocket() {
    return new Socket() {
      @Override
      public void connect(SocketAddress endpoint, int timeout) throws IOException {
        var to = (InetSocketAddress) endpoint;
        if (to.getAddress() != null) {
          policy.check(to.getAddress());
        } else if (proxy.isEmpty()) {
          throw new UnknownHostException(to.getHostString());
        }
        if (proxy.isEmpty()) {
          super.connect(to, timeout);
          return;
        }
        try {
          super.connect(addressOf(proxy.get()), timeout);
          setSoTimeout(timeout);
          new Tunnel(proxy.get()).open(this, to.getHostString(), to.getPort());
        } catch (SocketException e) {
          throw new Stop(
              Reason.CONNECTION_FAILED,
              "the %s: %s".formatted(proxy.get(), Text.line(e.getMessage())));
        }
      }
    };
  }

  private InetSocketAddress addressOf(GitProxy proxy) throws Stop {
    var address = new InetSocketAddress(proxy.host(), proxy.port());
    if (address.getAddress() == null) {
      throw new Stop(Reason.HOST_UNKNOWN, "the host name of the %s is unknown".formatted(proxy));
    }
    try {
      policy.check(address.getAddress());
    } catch (Stop stop) {
      throw new Stop(stop.reason(), "the %s %s".formatted(proxy, stop.getMessage()));
    }
    return address;
  }

  @Override
  public Socket createSocket(Socket socket, String host, int port, boolean autoClose)
      throws IOException {
    return tls.createSocket(socket, host, port, autoClose);
  }

  @Override
  public String[] getDefaultCipherSuites() {
    return tls.getDefaultCipherSuites();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return tls.getSupportedCipherSuites();
  }

  @Override
  public Socket createSocket(String host, int port) {
    throw unchecked();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress localHost, int localPort) {
    throw unchecked();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) {
    throw unchecked();
  }

  @Override
  public Socket createSocket(
      InetAddress address, int port, InetAddress localAddress, int localPort) {
    throw unchecked();
  }

  private static IllegalStateException unchecked() {
    return new IllegalStateException("every connection is made through a checked socket");
  }
}
