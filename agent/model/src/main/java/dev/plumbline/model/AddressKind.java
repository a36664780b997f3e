package dev.plumbline.model;

import java.util.HexFormat;
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

  private static final int IPV4 = 8;

  /** Alibaba, Azure, Oracle, AWS over IPv6. */
  private static final Set<String> METADATA_SERVICES =
      Set.of("646464c8", "a83f8110", "c00000c0", "fd000ec2" + "0".repeat(20) + "0254");

  private static final Set<String> LINK_LOCAL_PREFIXES = Set.of("fe8", "fe9", "fea", "feb");
  private static final String SIX_TO_FOUR = "2002";

  /** NAT64, IPv4-mapped and IPv4-compatible. */
  private static final Set<String> BEFORE_IPV4 =
      Set.of("0064ff9b" + "0".repeat(16), "0".repeat(20) + "ffff", "0".repeat(24));

  /**
   * @param address in network order: 4 bytes, or 16
   */
  public static AddressKind of(byte[] address) {
    String hex = HexFormat.of().formatHex(address);
    if (hex.length() == IPV4) {
      return ofIpv4(hex);
    }
    AddressKind itself = ofIpv6(hex);
    if (itself != ORDINARY) {
      return itself;
    }
    if (hex.startsWith(SIX_TO_FOUR)) {
      return ofIpv4(hex.substring(4, 4 + IPV4));
    }
    return BEFORE_IPV4.contains(hex.substring(0, 24)) ? ofIpv4(hex.substring(24)) : ORDINARY;
  }

  private static AddressKind ofIpv4(String hex) {
    if (hex.startsWith("7f")) {
      return LOOPBACK;
    }
    if (hex.equals("00000000")) {
      return UNSPECIFIED;
    }
    if (hex.startsWith("a9fe")) {
      return LINK_LOCAL;
    }
    if (hex.startsWith("e")) {
      return MULTICAST;
    }
    return METADATA_SERVICES.contains(hex) ? METADATA : ORDINARY;
  }

  private static AddressKind ofIpv6(String hex) {
    if (hex.equals("0".repeat(31) + "1")) {
      return LOOPBACK;
    }
    if (hex.equals("0".repeat(32))) {
      return UNSPECIFIED;
    }
    if (LINK_LOCAL_PREFIXES.contains(hex.substring(0, 3))) {
      return LINK_LOCAL;
    }
    if (hex.startsWith("ff")) {
      return MULTICAST;
    }
    return METADATA_SERVICES.contains(hex) ? METADATA : ORDINARY;
  }
}
