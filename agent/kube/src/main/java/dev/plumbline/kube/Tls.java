package dev.plumbline.kube;

import dev.plumbline.crypto.Pem;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** TLS as a kubeconfig describes it: whom we trust, and who we are. */
final class Tls {
  private static final char[] IN_MEMORY = new char[0];

  private Tls() {}

  /**
   * @param authority PEM certificates; the machine's own trust where there is none
   */
  static SSLContext context(Optional<String> authority, Optional<ClientKey> client)
      throws GeneralSecurityException, IOException {
    var context = SSLContext.getInstance("TLS");
    context.init(
        client.isPresent() ? keys(client.get()) : null,
        authority.isPresent() ? trust(authority.get()) : null,
        null);
    return context;
  }

  /** For the person who says so on his own machine, never for the agent. */
  static SSLContext trustingEveryone(Optional<ClientKey> client)
      throws GeneralSecurityException, IOException {
    var context = SSLContext.getInstance("TLS");
    context.init(
        client.isPresent() ? keys(client.get()) : null,
        new TrustManager[] {new TrustEveryone()},
        null);
    return context;
  }

  private static TrustManager[] trust(String pem) throws GeneralSecurityException, IOException {
    var store = empty();
    int number = 0;
    for (X509Certificate certificate : Pem.certificates(pem)) {
      store.setCertificateEntry("authority-" + number++, certificate);
    }
    var factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    return factory.getTrustManagers();
  }

  private static KeyManager[] keys(ClientKey client) throws GeneralSecurityException, IOException {
    var store = empty();
    List<X509Certificate> chain = Pem.certificates(client.certificate);
    store.setKeyEntry(
        "client",
        Pem.privateKey(client.key.use(pem -> pem)),
        IN_MEMORY,
        chain.toArray(X509Certificate[]::new));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, IN_MEMORY);
    return factory.getKeyManagers();
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    return store;
  }

  /** Both PEM. */
  record ClientKey(String certificate, Secret<String> key) {}
}
