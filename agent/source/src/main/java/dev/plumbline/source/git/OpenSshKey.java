package dev.plumbline.source.git;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The outside of a private key in OpenSSH's own form: whoever reads the inside makes room for as
 * many keys, and computes as many rounds, as it claims.
 *
 * @param pem the key and nothing else
 * @param rounds how often its passphrase is hashed; 0 where there is none
 */
record OpenSshKey(String pem, int keys, int rounds) {
  private static final String BEGIN = "-----BEGIN OPENSSH PRIVATE KEY-----";
  private static final String END = "-----END OPENSSH PRIVATE KEY-----";
  private static final Pattern FORM =
      Pattern.compile("\\s*" + BEGIN + "([A-Za-z0-9+/=\\s]*)" + END + "\\s*");
  private static final byte[] MAGIC = "openssh-key-v1\0".getBytes(StandardCharsets.US_ASCII);

  /** Whether a text means to be one. */
  static boolean isMeant(String text) {
    return text.contains("OPENSSH");
  }

  /** Empty where it is none after all. */
  static Optional<OpenSshKey> read(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      return outside(Base64.getMimeDecoder().decode(form.group(1)));
    } catch (BufferUnderflowException | IllegalArgumentException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Optional<OpenSshKey> outside(byte[] key) {
    var in = ByteBuffer.wrap(key);
    var magic = new byte[MAGIC.length];
    in.get(magic);
    if (!ByteBuffer.wrap(magic).equals(ByteBuffer.wrap(MAGIC))) {
      return Optional.empty();
    }
    skip(in); // the cipher
    skip(in); // how the passphrase is hashed
    int options = in.getInt();
    int keysAt = Math.addExact(in.position(), options);
    int rounds = 0;
    if (options > 0) {
      skip(in); // the salt
      rounds = in.getInt();
    }
    int keys = in.position(keysAt).getInt();
    String base64 = Base64.getMimeEncoder().encodeToString(key);
    return Optional.of(new OpenSshKey(BEGIN + "\n" + base64 + "\n" + END + "\n", keys, rounds));
  }

  private static void skip(ByteBuffer in) {
    int length = in.getInt();
    in.position(Math.addExact(in.position(), length));
  }
}
