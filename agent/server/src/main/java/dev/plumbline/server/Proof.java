package dev.plumbline.server;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Whether a call is from who it says. It takes the same time whatever is wrong with it: two
 * fingerprints of equal length are compared, of a signature as well as of a token.
 */
final class Proof {
  private static final String HEX = "([0-9a-fA-F]{64}|[0-9a-fA-F]{128})";
  private static final byte[] FINGERPRINTS = random();

  private final Mac mac;
  private final byte[] claimed;
  private final boolean signed;

  private Proof(Mac mac, byte[] claimed, boolean signed) {
    this.mac = mac;
    this.claimed = claimed;
    this.signed = signed;
  }

  static Proof of(HookKey with, Headers headers) {
    String header = headers.getFirst(with.type().proofHeader());
    return with.key()
        .use(
            key ->
                with.type() == HookType.GIT_LAB
                    ? token(key, header)
                    : signature(key, with.type(), header));
  }

  /** A key of nobody, which nothing is proven with. */
  static byte[] random() {
    var key = new byte[32];
    new SecureRandom().nextBytes(key);
    return key;
  }

  private static Proof token(byte[] key, String header) {
    byte[] sent = (header == null ? "" : header).getBytes(StandardCharsets.ISO_8859_1);
    Mac expected = mac("HmacSHA256", FINGERPRINTS);
    expected.update(key);
    return new Proof(expected, mac("HmacSHA256", FINGERPRINTS).doFinal(sent), false);
  }

  private static Proof signature(byte[] key, HookType type, String header) {
    Matcher form =
        Pattern.compile("(" + type.prefix() + ")" + HEX).matcher(header == null ? "" : header);
    byte[] claimed = form.matches() ? HexFormat.of().parseHex(form.group(2)) : new byte[0];
    boolean longer = form.matches() && form.group(1).equals("sha512=");
    return new Proof(mac(longer ? "HmacSHA512" : "HmacSHA256", key), claimed, true);
  }

  /** Takes in a piece of the body. */
  void over(byte[] bytes, int length) {
    if (signed) {
      mac.update(bytes, 0, length);
    }
  }

  /** Whether it holds for all of the body. */
  boolean holds() {
    return MessageDigest.isEqual(mac.doFinal(), claimed);
  }

  private static Mac mac(String algorithm, byte[] key) {
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(key, algorithm));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + algorithm, e);
    }
  }
}
