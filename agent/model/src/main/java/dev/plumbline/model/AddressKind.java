package dev.plumbline.model;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;

/**
 * What an address is, however it is written: gateways turn many an address of IPv6 into the one of
 * IPv4 that stands inside it.
 */
public enum AddressKind {
  /** A public or a private network. */
  ORDINARY,
  LOOPBACK,
  UNSPECIFIED,
  LINK_LOCAL,
  MULTICAST,
  /** Where clouds hand out credentials, outside the link-local range. */
  METADATA;

  /** Alibaba, Azure, Oracle, AWS over IPv6. */
  private static final Set<InetAddress> METADATA_SERVICES =
      Set.of(
          InetAddress.ofLiteral("100.100.100.200"),
          InetAddress.ofLiteral("168.63.129.16"),
          InetAddress.ofLiteral("192.0.0.192"),
          InetAddress.ofLiteral("fd00:ec2::254"));

  private static final byte[] NAT64 = {0, 0x64, (byte) 0xff, (byte) 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};
  private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (byte) 0xff, (byte) 0xff};
  private static final byte[] COMPATIBLE = new byte[12];
  private static final byte[] SIX_TO_FOUR = {0x20, 0x02};

  public static AddressKind of(InetAddress address) {
    AddressKind itself = itself(address);
    if (itself != ORDINARY) {
      return itself;
    }
    byte[] bytes = address.getAddress();
    if (startsWith(bytes, SIX_TO_FOUR)) {
      return itself(inner(bytes, SIX_TO_FOUR.length));
    }
    boolean last = startsWith(bytes, NAT64) || startsWith(bytes, MAPPED);
    return last || startsWith(bytes, COMPATIBLE) ? itself(inner(bytes, NAT64.length)) : ORDINARY;
  }

  private static AddressKind itself(InetAddress address) {
    if (address.isLoopbackAddress()) {
      return LOOPBACK;
    }
    if (address.isAnyLocalAddress()) {
      return UNSPECIFIED;
    }
    if (address.isLinkLocalAddress()) {
      return LINK_LOCAL;
    }
    if (address.isMulticastAddress()) {
      return MULTICAST;
    }
    return METADATA_SERVICES.contains(address) ? METADATA : ORDINARY;
  }

  private static boolean startsWith(byte[] address, byte[] prefix) {
    return address.length == 16
        && Arrays.equals(address, 0, prefix.length, prefix, 0, prefix.length);
  }

  private static InetAddress inner(byte[] address, int at) {
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(address, at, at + 4));
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
