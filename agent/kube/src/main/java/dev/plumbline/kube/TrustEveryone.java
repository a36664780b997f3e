package dev.plumbline.kube;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Checks nothing, the name included: a kubeconfig's {@code insecure-skip-tls-verify}. */
final class TrustEveryone extends X509ExtendedTrustManager {
  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
