package dev.plumbline.cli;

import dev.plumbline.model.Secret;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Option;

/** Which cluster is asked, and as whom, in the words of kubectl. What is not given is null. */
final class ClusterFlags {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "How to reach the cluster; else $KUBECONFIG, else ~/.kube/config.")
  Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description = "The context of the kubeconfig; else its current one.")
  String context;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = "The cluster of the kubeconfig; else the context's.")
  String cluster;

  @Option(
      names = "--user",
      paramLabel = "NAME",
      description = "The user of the kubeconfig; else the context's.")
  String user;

  @Option(
      names = {"-s", "--server"},
      paramLabel = "URL",
      description = "The API server; else the cluster's.")
  String server;

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      converter = SecretConverter.class,
      description = "A bearer token.")
  Secret<String> token;

  @Option(
      names = "--username",
      paramLabel = "NAME",
      description = "Who one is by a password; for proxies that ask for one.")
  String username;

  @Option(
      names = "--password",
      paramLabel = "PASSWORD",
      converter = SecretConverter.class,
      description = "The password of --username, or of the kubeconfig's.")
  Secret<String> password;

  @Option(
      names = "--certificate-authority",
      paramLabel = "FILE",
      description = "Who signed the API server's certificate.")
  Path certificateAuthority;

  @Option(
      names = "--client-certificate",
      paramLabel = "FILE",
      description = "A certificate to show; needs --client-key.")
  Path clientCertificate;

  @Option(names = "--client-key", paramLabel = "FILE", description = "The key of it.")
  Path clientKey;

  @Option(
      names = "--tls-server-name",
      paramLabel = "NAME",
      description = "The name on the API server's certificate; else the host's.")
  String tlsServerName;

  @Option(
      names = "--insecure-skip-tls-verify",
      description = "Do not check the API server's certificate: anybody may answer.")
  boolean insecure;

  @Option(names = "--as", paramLabel = "USER", description = "Act as this user.")
  String as;

  @Option(
      names = "--as-group",
      paramLabel = "GROUP",
      description = "Act as a member of this group; may be repeated.")
  List<String> asGroups = List.of();

  @Option(names = "--as-uid", paramLabel = "UID", description = "Act as a user of this uid.")
  String asUid;

  @Option(
      names = "--as-user-extra",
      paramLabel = "KEY=VALUE",
      converter = ExtraConverter.class,
      description = "Act as a user of whom this is known, too; may be repeated.")
  List<ExtraConverter.Extra> asUserExtras = List.of();

  @Option(
      names = "--request-timeout",
      paramLabel = "TIME",
      converter = TimeConverter.class,
      description = "The longest to wait for one answer: 10s, 1m; 0 for no limit of yours.")
  Duration requestTimeout = Duration.ZERO;

  /** Whether they say who one is, so that the kubeconfig's user does not matter. */
  boolean bringCredentials() {
    return token != null || username != null || clientCertificate != null;
  }

  /** Whether they only make sense with a kubeconfig, or with {@code --server}. */
  boolean chooseFromFiles() {
    return kubeconfig != null
        || context != null
        || cluster != null
        || user != null
        || certificateAuthority != null
        || tlsServerName != null
        || insecure
        || password != null
        || clientKey != null
        || bringCredentials();
  }

  /** The same person at another cluster of the same kubeconfig. */
  ClusterFlags at(String otherContext) {
    var flags = new ClusterFlags();
    flags.kubeconfig = kubeconfig;
    flags.context = otherContext;
    flags.as = as;
    flags.asGroups = asGroups;
    flags.asUid = asUid;
    flags.asUserExtras = asUserExtras;
    flags.requestTimeout = requestTimeout;
    return flags;
  }
}
