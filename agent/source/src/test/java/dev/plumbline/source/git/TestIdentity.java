package dev.plumbline.source.git;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A key and a certificate it signed itself, made with keytool. */
final class TestIdentity {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final String NAME = "one";

  private static final Map<String, TestIdentity> MADE = new ConcurrentHashMap<>();

  private final KeyStore store;

  private TestIdentity(KeyStore store) {
    this.store = store;
  }

  /** One per name for all tests: keytool takes its time. */
  static TestIdentity of(String name) {
    return MADE.computeIfAbsent(name, TestIdentity::made);
  }

  private static TestIdentity made(String name) {
    try {
      Path directory = Files.createTempDirectory("plumbline-identity");
      try {
        return create(directory.resolve(name + ".p12"));
      } finally {
        Disk.delete(directory);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static TestIdentity create(Path file) throws Exception {
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process made =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                NAME,
                "-keyalg",
                "EC",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-dname",
                "CN=test",
                "-ext",
                "san=dns:localhost",
                "-keystore",
                file.toString())
            .redirectErrorStream(true)
            .start();
    String output = new String(made.getInputStream().readAllBytes(), UTF_8);
    if (made.waitFor() != 0) {
      throw new IllegalStateException(output);
    }
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      keys.load(in, PASSWORD);
    }
    return new TestIdentity(keys);
  }

  /** TLS of this identity that trusts another one, and nobody else. */
  SSLContext trusting(TestIdentity other) throws Exception {
    var identity = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    identity.init(store, PASSWORD);
    var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore roots = KeyStore.getInstance("PKCS12");
    roots.load(null, null);
    roots.setCertificateEntry("other", other.store.getCertificate(NAME));
    trust.init(roots);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(identity.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  String certificate() throws Exception {
    return pem("CERTIFICATE", store.getCertificate(NAME).getEncoded());
  }

  String key() throws Exception {
    return pem("PRIVATE KEY", store.getKey(NAME, PASSWORD).getEncoded());
  }

  static String pem(String type, byte[] der) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(type, Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(der));
  }
}
