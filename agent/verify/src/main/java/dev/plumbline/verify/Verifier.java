package dev.plumbline.verify;

import dev.plumbline.source.Artifact;
import dev.plumbline.verify.Verdict.Reason;
import dev.plumbline.verify.Verdict.Refused;
import dev.plumbline.verify.Verdict.Trusted;

/**
 * Decides whether an {@link Artifact} may be rendered. Without trust it refuses, unless the
 * platform said that untrusted repositories are allowed.
 */
public final class Verifier {
  private final boolean requireTrust;

  public Verifier(boolean requireTrust) {
    this.requireTrust = requireTrust;
  }

  public Verdict verify(Artifact artifact) {
    if (requireTrust) {
      return new Refused(
          Reason.NO_TRUST_CONFIGURED,
          "Repository %s has no trust configured, so %s may not be used; start the agent with"
                  .formatted(artifact.revision().repository(), artifact.revision().brief())
              + " --allow-untrusted to accept unsigned commits");
    }
    return new Trusted(new Verified(artifact, "none: no trust configured"));
  }
}
