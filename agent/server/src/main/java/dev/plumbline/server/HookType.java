package dev.plumbline.server;

/** Whose way of saying that something was pushed, and of proving who says so. */
public enum HookType {
  GIT_HUB("X-Hub-Signature-256", "sha256=", "X-GitHub-Event", "push"),
  GITEA("X-Gitea-Signature", "", "X-Gitea-Event", "push"),
  /** Sends its secret along instead of signing with it. */
  GIT_LAB("X-Gitlab-Token", "", "X-Gitlab-Event", "Push Hook|Tag Push Hook"),
  /** Both the one in the cloud and the one people run themselves. */
  BITBUCKET("X-Hub-Signature", "sha256=", "X-Event-Key", "repo:push|repo:refs_changed"),
  /** Anybody who can compute an HMAC: {@code sha256=} or {@code sha512=}. */
  HMAC("X-Signature", "sha(?:256|512)=", "", ".*");

  private final String proofHeader;
  private final String prefix;
  private final String eventHeader;
  private final String pushes;

  HookType(String proofHeader, String prefix, String eventHeader, String pushes) {
    this.proofHeader = proofHeader;
    this.prefix = prefix;
    this.eventHeader = eventHeader;
    this.pushes = pushes;
  }

  String proofHeader() {
    return proofHeader;
  }

  /** What stands before the signature, as a regular expression. */
  String prefix() {
    return prefix;
  }

  /** Where a call says what it is about; empty where every call is about a push. */
  String eventHeader() {
    return eventHeader;
  }

  /**
   * @param event null where the call does not say
   */
  boolean isPush(String event) {
    return event == null || event.matches(pushes);
  }
}
