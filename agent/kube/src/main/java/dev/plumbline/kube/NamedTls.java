package dev.plumbline.kube;

import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * Expects the certificate of another name than the one in the URL, and asks for it: a kubeconfig's
 * {@code tls-server-name}. The JDK's HTTP client has no setting for it, but an engine made for a
 * name keeps it as long as the URL's host is an address, which {@link Endpoint} takes care of.
 */
final class NamedTls extends SSLContext {
  NamedTls(SSLContext context, String name) {
    super(new Spi(context, name), context.getProvider(), context.getProtocol());
  }

  private static final class Spi extends SSLContextSpi {
    private final SSLContext context;
    private final String name;

    Spi(SSLContext context, String name) {
      this.context = context;
      this.name = name;
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return context.createSSLEngine(name, port);
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return context.createSSLEngine(name, -1);
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
      throw new IllegalStateException("the context is initialised already");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      throw new UnsupportedOperationException("this context makes engines only");
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      throw new UnsupportedOperationException("this context makes engines only");
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return context.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return context.getSupportedSSLParameters();
    }
  }
}
