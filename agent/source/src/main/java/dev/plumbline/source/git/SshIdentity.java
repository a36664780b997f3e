package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.interfaces.DSAPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Iterator;
import org.apache.sshd.common.NamedResource;
import org.apache.sshd.common.config.keys.FilePasswordProvider;
import org.apache.sshd.common.util.security.SecurityUtils;

/** Reads a private key as ssh-keygen writes it. */
final class SshIdentity {
  private static final int RSA_BITS = 3072;
  // ssh-keygen of OpenSSH 9.2 computes 16 where nothing is said.
  private static final int MOST_ROUNDS = 256;

  private SshIdentity() {}

  /**
   * @throws Stop when it cannot be read or is too weak
   */
  static KeyPair read(GitCredentials.SshKey key) throws Stop {
    KeyPair pair = load(key);
    if (pair == null) {
      throw refused("holds no private key");
    }
    if (pair.getPublic() instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < RSA_BITS) {
      throw refused(
          "is an RSA key of %d bits, at least %d are needed; Ed25519 is better"
              .formatted(rsa.getModulus().bitLength(), RSA_BITS));
    }
    if (pair.getPublic() instanceof DSAPublicKey) {
      throw refused("is a DSA key, which no server should take; use Ed25519");
    }
    return pair;
  }

  private static KeyPair load(GitCredentials.SshKey key) throws Stop {
    String passphrase = key.passphrase().map(secret -> secret.use(text -> text)).orElse(null);
    FilePasswordProvider passwords =
        passphrase == null ? FilePasswordProvider.EMPTY : FilePasswordProvider.of(passphrase);
    String text = bounded(key.key().use(pem -> pem + "\n"));
    try (InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      Iterable<KeyPair> pairs =
          SecurityUtils.loadKeyPairIdentities(
              null, NamedResource.ofName("identity"), in, passwords);
      Iterator<KeyPair> all = pairs == null ? null : pairs.iterator();
      return all == null || !all.hasNext() ? null : all.next();
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      // What libraries say about keys may hold parts of them.
      throw refused(
          passphrase == null
              ? "cannot be read; if it has a passphrase, put that into the key password"
              : "cannot be read, or the passphrase in password is not its own");
    }
  }

  private static String bounded(String text) throws Stop {
    if (!OpenSshKey.isMeant(text)) {
      return text;
    }
    OpenSshKey key = OpenSshKey.read(text).orElseThrow(() -> refused("holds no private key"));
    if (key.keys() != 1) {
      throw refused("holds no private key, or more than one");
    }
    if (key.rounds() < 0 || key.rounds() > MOST_ROUNDS) {
      throw refused(
          "hashes its passphrase in %s rounds, at most %d are computed"
              .formatted(Integer.toUnsignedString(key.rounds()), MOST_ROUNDS));
    }
    return key.pem();
  }

  private static Stop refused(String what) {
    return new Stop(Reason.AUTHENTICATION_REFUSED, "the key identity of its Secret " + what);
  }
}
