package dev.plumbline.verify;

/** What we know about an artifact. There is no third case: what cannot be proven is refused. */
public sealed interface Verdict {
  record Trusted(Verified verified) implements Verdict {}

  /**
   * @param detail for people: what was found, what was expected, what to do
   */
  record Refused(Reason reason, String detail) implements Verdict {}

  /** The reasons of a refusal. */
  enum Reason {
    NO_TRUST_CONFIGURED("NoTrustConfigured");

    private final String condition;

    Reason(String condition) {
      this.condition = condition;
    }

    /** As it stands in the reason of a condition. */
    public String condition() {
      return condition;
    }
  }
}
