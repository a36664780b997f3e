package dev.plumbline.source.git;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import javax.net.ssl.SSLSocketFactory;

/**
 * TLS over sockets that check the very address they connect to: a name that resolves differently
 * the second time gains nothing, for there is no second time.
 */
final class CheckedSockets extends SSLSocketFactory {
  private final SSLSocketFactory tls;
  private final AddressPolicy policy;

  CheckedSockets(SSLSocketFactory tls, AddressPolicy policy) {
    this.tls = tls;
    this.policy = policy;
  }

  /** Plain on purpose: the JDK's client connects it and then asks for TLS on top. */
  @Override
  public Socket createSocket() {
    return new Socket() {
      @Override
      public void connect(SocketAddress endpoint, int timeout) throws IOException {
        var address = ((InetSocketAddress) endpoint).getAddress();
        if (address == null) {
          throw new UnknownHostException(((InetSocketAddress) endpoint).getHostString());
        }
        policy.check(address);
        super.connect(endpoint, timeout);
      }
    };
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
