package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.net.InetAddress;
import java.util.Set;

/**
 * Which addresses a repository may live at (SEC-NET-01). Private networks are fine, for that is
 * where many Git servers are. This machine is not, nor are the places where clouds hand out
 * credentials.
 */
final class AddressPolicy {
  /** Metadata services outside the link-local range: Alibaba, Azure, AWS over IPv6. */
  private static final Set<InetAddress> METADATA =
      Set.of(
          InetAddress.ofLiteral("100.100.100.200"),
          InetAddress.ofLiteral("168.63.129.16"),
          InetAddress.ofLiteral("fd00:ec2::254"));

  private final boolean allowLoopback;

  AddressPolicy(boolean allowLoopback) {
    this.allowLoopback = allowLoopback;
  }

  void check(InetAddress address) throws Stop {
    String what = refusal(address);
    if (what != null) {
      throw new Stop(
          Reason.FORBIDDEN_ADDRESS,
          "resolves to %s, %s, where no repository may live"
              .formatted(address.getHostAddress(), what));
    }
  }

  private String refusal(InetAddress address) {
    if (address.isLoopbackAddress()) {
      return allowLoopback ? null : "this very machine";
    }
    if (address.isAnyLocalAddress()) {
      return "an unspecified address";
    }
    if (address.isLinkLocalAddress()) {
      return "a link-local address";
    }
    if (address.isMulticastAddress()) {
      return "a multicast address";
    }
    return METADATA.contains(address) ? "a metadata service" : null;
  }
}
