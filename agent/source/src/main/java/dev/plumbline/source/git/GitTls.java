package dev.plumbline.source.git;

import dev.plumbline.crypto.Pem;
import dev.plumbline.model.Secret;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/**
 * Authorities that are trusted instead of the machine's, and a certificate to come with. Both are
 * read when this is made, so that what is wrong with them is told once and for all.
 */
public final class GitTls {
  private static final char[] IN_MEMORY = new char[0];

  private final SSLSocketFactory sockets;
  private final Secret<String> identity;

  private GitTls(SSLSocketFactory sockets, Secret<String> identity) {
    this.sockets = sockets;
    this.identity = identity;
  }

  /** A certificate with the chain above it, and its key; both PEM. */
  public record Client(String certificates, Secret<String> key) {}

  /**
   * @param authorities PEM certificates; empty for those of the machine
   * @throws IllegalArgumentException with the rest of a sentence that starts with where they are
   *     from
   */
  public static GitTls of(Optional<String> authorities, Optional<Client> client) {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(
          client.isPresent() ? keys(client.get()).getKeyManagers() : null,
          authorities.isPresent() ? trust(authorities.get()).getTrustManagers() : null,
          null);
      String whom = authorities.orElse("") + client.map(Client::certificates).orElse("");
      Secret<String> key = client.map(Client::key).orElse(Secret.of(""));
      return new GitTls(context.getSocketFactory(), key.map(pem -> whom + pem));
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(Text.line(e.getMessage()), e);
    }
  }

  private static TrustManagerFactory trust(String authorities)
      throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    int number = 0;
    for (X509Certificate certificate : certificates("ca.crt", authorities)) {
      store.setCertificateEntry("authority-" + number++, certificate);
    }
    var factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(store);
    return factory;
  }

  private static KeyManagerFactory keys(Client client)
      throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    List<X509Certificate> chain = certificates("tls.crt", client.certificates);
    store.setKeyEntry("client", key(client.key), IN_MEMORY, chain.toArray(X509Certificate[]::new));
    var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, IN_MEMORY);
    return factory;
  }

  private static List<X509Certificate> certificates(String name, String pem) {
    try {
      return Pem.certificates(pem);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(name + ": " + Text.line(e.getMessage()), e);
    }
  }

  private static PrivateKey key(Secret<String> pem) {
    try {
      return Pem.privateKey(pem.use(text -> text));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("tls.key: " + Text.line(e.getMessage()), e);
    }
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    var store = KeyStore.getInstance("PKCS12");
    store.load(null, IN_MEMORY);
    return store;
  }

  SSLSocketFactory sockets() {
    return sockets;
  }

  Secret<String> identity() {
    return identity;
  }
}
