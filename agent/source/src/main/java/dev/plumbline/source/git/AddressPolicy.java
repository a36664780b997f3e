package dev.plumbline.source.git;

import dev.plumbline.model.AddressKind;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.net.InetAddress;

/**
 * Which addresses a repository may live at (SEC-NET-01). Private networks are fine, for that is
 * where many Git servers are. This machine is not, nor are the places where clouds hand out
 * credentials.
 */
final class AddressPolicy {
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
    return switch (AddressKind.of(address.getAddress())) {
      case ORDINARY -> null;
      case LOOPBACK -> allowLoopback ? null : "this very machine";
      case UNSPECIFIED -> "an unspecified address";
      case LINK_LOCAL -> "a link-local address";
      case MULTICAST -> "a multicast address";
      case METADATA -> "a metadata service";
    };
  }
}
