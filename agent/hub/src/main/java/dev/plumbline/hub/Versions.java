package dev.plumbline.hub;

/**
 * Orders resourceVersions. Kubernetes promises since 1.35 that those of one resource are whole
 * numbers that grow; of any others we only know whether they are equal, and then take the later
 * arrival for the newer.
 */
final class Versions {
  private Versions() {}

  static boolean newer(String version, String than) {
    if (version.equals(than)) {
      return false;
    }
    if (!isNumber(version) || !isNumber(than)) {
      return true;
    }
    return version.length() == than.length()
        ? version.compareTo(than) > 0
        : version.length() > than.length();
  }

  private static boolean isNumber(String version) {
    return !version.isEmpty()
        && version.charAt(0) != '0'
        && version.chars().allMatch(c -> c >= '0' && c <= '9');
  }
}
