package dev.plumbline.kube;

import dev.plumbline.model.AddressKind;
import java.net.InetAddress;

/**
 * Addresses where no API server is, but where clouds hand out credentials: link-local ones and the
 * metadata services elsewhere, however they are written (SEC-TEN-04).
 */
final class ForbiddenAddresses {
  private ForbiddenAddresses() {}

  static boolean contains(InetAddress address) {
    return switch (AddressKind.of(address.getAddress())) {
      case ORDINARY, LOOPBACK -> false;
      case UNSPECIFIED, LINK_LOCAL, MULTICAST, METADATA -> true;
    };
  }
}
