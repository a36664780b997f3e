package dev.plumbline.crypto;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** Certificates and private keys out of PEM text, as kubeconfigs and Secrets carry them. */
public final class Pem {
  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");
  private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

  // DER: AlgorithmIdentifier of rsaEncryption with NULL, and the object id of id-ecPublicKey.
  private static final byte[] RSA = {
    0x30, 13, 6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
  };
  private static final byte[] EC = {6, 7, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};
  private static final byte[] VERSION_0 = {2, 1, 0};

  private Pem() {}

  public static List<X509Certificate> certificates(String pem) throws GeneralSecurityException {
    var factory = CertificateFactory.getInstance("X.509");
    var certificates = new ArrayList<X509Certificate>();
    for (var block : blocks(pem)) {
      if (block.type.equals("CERTIFICATE")) {
        var der = new ByteArrayInputStream(block.der());
        certificates.add((X509Certificate) factory.generateCertificate(der));
      }
    }
    if (certificates.isEmpty()) {
      throw new GeneralSecurityException("no PEM certificate in it");
    }
    return certificates;
  }

  /** A key in PKCS#8, PKCS#1 (RSA) or SEC1 (EC) form. */
  public static PrivateKey privateKey(String pem) throws GeneralSecurityException {
    for (var block : blocks(pem)) {
      switch (block.type) {
        case "PRIVATE KEY" -> {
          return pkcs8(block.der());
        }
        case "RSA PRIVATE KEY" -> {
          return pkcs8(sequence(VERSION_0, RSA, octets(block.der())));
        }
        case "EC PRIVATE KEY" -> {
          byte[] curve = curveOf(block.der());
          return pkcs8(sequence(VERSION_0, sequence(EC, curve), octets(block.der())));
        }
        case "ENCRYPTED PRIVATE KEY" ->
            throw new GeneralSecurityException("the key is encrypted, which nobody can enter here");
        default -> {
          // Parameters and certificates may stand beside the key.
        }
      }
    }
    throw new GeneralSecurityException("no PEM private key in it");
  }

  private static PrivateKey pkcs8(byte[] der) throws GeneralSecurityException {
    for (String algorithm : ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
      } catch (InvalidKeySpecException e) {
        // Another algorithm's key.
      }
    }
    throw new GeneralSecurityException("a private key that is neither RSA nor EC nor Ed25519");
  }

  // SEC1: SEQUENCE { INTEGER 1, OCTET STRING key, [0] { OID curve }, [1] … }
  private static byte[] curveOf(byte[] sec1) throws GeneralSecurityException {
    try {
      int at = contentAt(sec1, 0);
      at = endOf(sec1, at);
      at = endOf(sec1, at);
      if (sec1[at] == (byte) 0xa0) {
        int from = contentAt(sec1, at);
        int to = endOf(sec1, at);
        Objects.checkFromToIndex(from, to, sec1.length);
        return Arrays.copyOfRange(sec1, from, to);
      }
    } catch (IndexOutOfBoundsException e) {
      throw new GeneralSecurityException("an EC private key that is cut off", e);
    }
    throw new GeneralSecurityException("an EC private key that does not name its curve");
  }

  private static int contentAt(byte[] der, int at) {
    int first = der[at + 1] & 0xff;
    return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
  }

  private static int endOf(byte[] der, int at) {
    int content = contentAt(der, at);
    int length = der[at + 1] & 0xff;
    if (length >= 0x80) {
      length = 0;
      for (int i = at + 2; i < content; i++) {
        length = (length << 8) | (der[i] & 0xff);
      }
    }
    return content + length;
  }

  private static byte[] sequence(byte[]... parts) {
    return tagged(0x30, parts);
  }

  private static byte[] octets(byte[] content) {
    return tagged(4, content);
  }

  private static byte[] tagged(int tag, byte[]... parts) {
    var content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    var out = new ByteArrayOutputStream();
    out.write(tag);
    int length = content.size();
    if (length > 0xff) {
      out.write(0x82);
      out.write(length >> 8);
    } else if (length > 0x7f) {
      out.write(0x81);
    }
    out.write(length);
    out.writeBytes(content.toByteArray());
    return out.toByteArray();
  }

  private static List<Block> blocks(String pem) {
    return BLOCK
        .matcher(pem)
        .results()
        .map(match -> new Block(match.group(1), match.group(2)))
        .toList();
  }

  private record Block(String type, String base64) {
    byte[] der() throws GeneralSecurityException {
      try {
        return Base64.getMimeDecoder().decode(base64);
      } catch (IllegalArgumentException e) {
        throw new GeneralSecurityException("a PEM block that is not base64", e);
      }
    }
  }
}
