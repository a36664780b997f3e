package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;

/** Calls that say something was pushed; only a hint to look. */
public record RepositoryWebhook(
    @Field(
            doc =
                "Who calls: GitHub, Gitea and Bitbucket sign the body with the token, GitLab sends"
                    + " the token along, Hmac is X-Signature: sha256=... or sha512=... by anybody.",
            required = true)
        Type type,
    @Field(doc = "Secret whose key token proves the calls.", required = true) LocalRef secretRef) {

  /** Whose way of proving a call. */
  public enum Type {
    GIT_HUB,
    GIT_LAB,
    GITEA,
    BITBUCKET,
    HMAC
  }
}
