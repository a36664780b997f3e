package dev.plumbline.api.v1alpha1;

import dev.plumbline.api.schema.Field;
import dev.plumbline.api.schema.Rule;
import java.time.Duration;

/**
 * @param credentialsRef null for a repository anyone may read
 * @param proxySecretRef null to go there directly
 * @param webhook null where nobody calls
 * @param tenants null where every Tenant names its own directory
 */
@Rule(
    value =
        "self.url.startsWith('https://') || self.url.startsWith('ssh://') ||"
            + " self.url.matches('^[A-Za-z0-9_][A-Za-z0-9_.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^/:]') ||"
            + " (self.url.startsWith('http://') && has(self.allowInsecure) && self.allowInsecure)",
    message =
        "url must start with https:// or ssh://, or be git@host:path; http:// only where"
            + " allowInsecure is true")
@Rule(
    value =
        "!(self.url.startsWith('ssh://') || !self.url.contains('://')) ||"
            + " (has(self.credentialsRef) && !has(self.proxySecretRef))",
    message =
        "a url of ssh needs credentialsRef, a Secret with identity and known_hosts, and goes"
            + " through no proxy")
@Rule(
    value = "!self.url.matches('^https?://[^/]*@') && !self.url.matches('^ssh://[^/]*:[^/]*@')",
    message = "url must not carry a user or a password: put them into a Secret, see credentialsRef")
public record RepositorySpec(
    @Field(
            doc =
                "Where the repository is: https://git.example.com/acme/fleet.git,"
                    + " ssh://git@git.example.com/acme/fleet.git or git@git.example.com:acme/fleet.git",
            required = true,
            min = 1,
            max = 2048)
        @Rule(
            value = "self.matches('^[!-~]+$') && !self.contains('#') && !self.contains('?')",
            message =
                "url must be printable ASCII without spaces, query and fragment:"
                    + " https://git.example.com/acme/fleet.git")
        String url,
    @Field(
            doc =
                "Secret that says who asks: username and password, bearerToken, tls.crt and tls.key,"
                    + " the keys of a GitHub App, or for ssh identity and known_hosts. With ca.crt,"
                    + " only the authorities in it are trusted.")
        LocalRef credentialsRef,
    @Field(
            doc =
                "Secret of an HTTP proxy to go through: address, such as"
                    + " http://proxy.example.com:3128, and username and password where it wants"
                    + " them.")
        LocalRef proxySecretRef,
    @Field(
            doc =
                "How often to look for new commits where no webhook says so. The safety net:"
                    + " a webhook makes it instant.",
            initial = "5m",
            from = "1s",
            to = "24h")
        Duration interval,
    @Field(doc = "Who may call /hooks/<namespace>/<name> to say that something was pushed.")
        RepositoryWebhook webhook,
    @Field(doc = "Whether plain http may be used. For tests on one machine.", initial = "false")
        boolean allowInsecure,
    @Field(
            doc =
                "Where the directories of Tenants are: {tenant} stands for the name of one, as in"
                    + " tenants/{tenant}.",
            max = 512)
        @Rule(
            value =
                "self.split('/').exists_one(part, part == '{tenant}') &&"
                    + " self.split('/').all(part, part != '' && part != '.' && part != '..' &&"
                    + " (part == '{tenant}' || !part.contains('{')))",
            message =
                "tenants must be a directory inside the repository in which one whole part is"
                    + " {tenant}: tenants/{tenant}")
        String tenants) {

  /** Stands for the name of a Tenant. */
  public static final String TENANT = "{tenant}";
}
