package dev.plumbline.kustomize;

/** Group, version and kind; an empty part of a pattern matches anything. */
record Gvk(String group, String version, String kind) {
  static final Gvk ANY = new Gvk("", "", "");

  static Gvk of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    return slash < 0
        ? new Gvk("", apiVersion, kind)
        : new Gvk(apiVersion.substring(0, slash), apiVersion.substring(slash + 1), kind);
  }

  static Gvk ofKind(String kind) {
    return new Gvk("", "", kind);
  }

  String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }

  boolean selectedBy(Gvk pattern) {
    return (pattern.group.isEmpty() || pattern.group.equals(group))
        && (pattern.version.isEmpty() || pattern.version.equals(version))
        && (pattern.kind.isEmpty() || pattern.kind.equals(kind));
  }

  /** As in kustomize's messages: {@code Deployment.v1.apps}. */
  @Override
  public String toString() {
    return or(kind, "[noKind]") + "." + or(version, "[noVer]") + "." + or(group, "[noGrp]");
  }

  /** As the output is sorted: {@code apps_v1_Deployment}. */
  String sortKey() {
    return or(group, "~G") + "_" + or(version, "~V") + "_" + or(kind, "~K");
  }

  private static String or(String text, String whenEmpty) {
    return text.isEmpty() ? whenEmpty : text;
  }
}
