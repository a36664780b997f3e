package dev.plumbline.kube;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;

/**
 * Addresses where no API server is, but where clouds hand out credentials: link-local ones and the
 * metadata services elsewhere, however they are written (SEC-TEN-04).
 */
final class ForbiddenAddresses {
  /** Alibaba, Azure, Oracle, AWS over IPv6. */
  private static final Set<InetAddress> METADATA =
      Set.of(
          InetAddress.ofLiteral("100.100.100.200"),
          InetAddress.ofLiteral("168.63.129.16"),
          InetAddress.ofLiteral("192.0.0.192"),
          InetAddress.ofLiteral("fd00:ec2::254"));

  private static final byte[] NAT64 = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};
  private static final byte[] COMPATIBLE = new byte[12];
  private static final byte[] SIX_TO_FOUR = {0x20, 0x02};

  private ForbiddenAddresses() {}

  static boolean contains(InetAddress address) {
    byte[] bytes = address.getAddress();
    return itself(address)
        || (startsWith(bytes, NAT64) && itself(inner(bytes, 12)))
        || (startsWith(bytes, SIX_TO_FOUR) && itself(inner(bytes, 2)))
        || (startsWith(bytes, COMPATIBLE)
            && !address.isLoopbackAddress()
            && itself(inner(bytes, 12)));
  }

  private static boolean itself(InetAddress address) {
    return address.isLinkLocalAddress()
        || address.isAnyLocalAddress()
        || address.isMulticastAddress()
        || METADATA.contains(address);
  }

  private static boolean startsWith(byte[] address, byte[] prefix) {
    return address.length == 16
        && Arrays.equals(address, 0, prefix.length, prefix, 0, prefix.length);
  }

  /** The IPv4 address that stands inside one of IPv6. */
  private static InetAddress inner(byte[] address, int at) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(address, at, at + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
