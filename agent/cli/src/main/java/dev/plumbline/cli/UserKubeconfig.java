package dev.plumbline.cli;

import dev.plumbline.cli.KubeconfigFiles.Entry;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The kubeconfig of the person who typed the command: found, merged and overridden as kubectl does
 * it, with the certificates and tokens that it keeps in files.
 */
final class UserKubeconfig {
  private static final String UNNAMED = "chosen";
  private static final MapNode CONTEXT =
      MapNode.EMPTY.with("cluster", ScalarNode.of(UNNAMED)).with("user", ScalarNode.of(UNNAMED));

  private final KubeconfigFiles files;
  private final ClusterFlags flags;

  private UserKubeconfig(KubeconfigFiles files, ClusterFlags flags) {
    this.files = files;
    this.flags = flags;
  }

  /**
   * How a cluster is reached.
   *
   * @param namespace the one of the account, where a Pod is its own kubeconfig
   */
  record Chosen(Kubeconfig kubeconfig, Optional<String> namespace) {
    private Chosen within(ClusterFlags flags) {
      return flags.requestTimeout.isZero()
          ? this
          : new Chosen(kubeconfig.within(flags.requestTimeout), namespace);
    }
  }

  /**
   * @param programs runs the credential plugin, where the user has one
   */
  static Chosen choose(ClusterFlags flags, Surroundings surroundings, Programs programs)
      throws IOException {
    KubeconfigFiles files = files(flags, surroundings);
    if (!files.isEmpty() || flags.server != null) {
      Kubeconfig chosen = new UserKubeconfig(files, flags).read(Kubeconfig::readOwn, programs);
      return new Chosen(chosen, Optional.empty()).within(flags);
    }
    if (surroundings.isPod() && !flags.chooseFromFiles()) {
      return inPod(flags, surroundings).within(flags);
    }
    List<Path> usual = KubeconfigFiles.usual(surroundings.environment());
    throw Failure.refused(
        "no kubeconfig: %s is not there; give --kubeconfig or set KUBECONFIG"
            .formatted(usual.isEmpty() ? "KUBECONFIG" : usual.getFirst()));
  }

  private static Chosen inPod(ClusterFlags flags, Surroundings surroundings) throws IOException {
    Kubeconfig own =
        Kubeconfig.inCluster(surroundings.environment(), surroundings.mounted(), Clock.system());
    return new Chosen(
        usable(own.actingAs(UserOverrides.acting(MapNode.EMPTY, flags))), surroundings.namespace());
  }

  /** The agent's: what a person may risk for himself it refuses, and it runs no program. */
  static Kubeconfig ofAgent(Path file, Optional<String> context) throws IOException {
    var flags = new ClusterFlags();
    flags.kubeconfig = file;
    flags.context = context.orElse(null);
    return new UserKubeconfig(KubeconfigFiles.only(file), flags)
        .read(Kubeconfig::read, Programs.none());
  }

  /** Whether the person has a context of this name. */
  static boolean knows(String context, ClusterFlags flags, Surroundings surroundings)
      throws IOException {
    return files(flags, surroundings).find("contexts", "context", context).isPresent();
  }

  private static KubeconfigFiles files(ClusterFlags flags, Surroundings surroundings)
      throws IOException {
    return flags.kubeconfig == null
        ? KubeconfigFiles.found(surroundings.environment())
        : KubeconfigFiles.only(flags.kubeconfig);
  }

  private Kubeconfig read(Function<byte[], Kubeconfig.Reading> reader, Programs programs)
      throws IOException {
    Optional<String> context = Optional.ofNullable(flags.context).or(this::currentContext);
    Entry cluster = cluster(context).embedding("certificate-authority");
    Entry user = user(context);
    var exec = user.body().map("exec");
    if (exec.isEmpty()) {
      return usable(reader, context, cluster, user.body());
    }
    IssuedTokens.Source plugin = () -> programs.issue(exec.get(), cluster.body(), user.file());
    Programs.Issued issued = plugin.issue();
    Kubeconfig reached = usable(reader, context, cluster, with(issued, user.body()));
    return issued.token().isEmpty()
        ? reached
        : reached.withTokens(new IssuedTokens(issued, plugin, Clock.system()));
  }

  private static Kubeconfig usable(
      Function<byte[], Kubeconfig.Reading> reader,
      Optional<String> context,
      Entry cluster,
      MapNode user) {
    String whole = Json.write(self(context.orElse(UNNAMED), cluster.body(), user));
    return usable(reader.apply(whole.getBytes(StandardCharsets.UTF_8)));
  }

  private static Kubeconfig usable(Kubeconfig.Reading reading) {
    return switch (reading) {
      case Kubeconfig.Reading.Usable usable -> usable.kubeconfig();
      case Kubeconfig.Reading.Refused refused -> throw Failure.refused(refused.why());
    };
  }

  private static MapNode with(Programs.Issued issued, MapNode user) {
    MapNode with = user.without("exec");
    if (issued.certificate().isPresent()) {
      String key = issued.key().orElseThrow().use(UserKubeconfig::base64);
      with =
          with.with("client-certificate-data", ScalarNode.of(base64(issued.certificate().get())))
              .with("client-key-data", ScalarNode.of(key));
    }
    return with;
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  /** A kubeconfig of one context, which names no file. */
  private static MapNode self(String context, MapNode cluster, MapNode user) {
    return MapNode.EMPTY
        .with("current-context", ScalarNode.of(context))
        .with("contexts", list("context", context, CONTEXT))
        .with("clusters", list("cluster", UNNAMED, cluster))
        .with("users", list("user", UNNAMED, user));
  }

  private static ListNode list(String field, String name, MapNode body) {
    return ListNode.of(List.of(MapNode.EMPTY.with("name", ScalarNode.of(name)).with(field, body)));
  }

  private Optional<String> currentContext() {
    var named = files.currentContext();
    if (named.isEmpty() && flags.cluster == null && flags.server == null) {
      throw Failure.refused(files + ": no current-context; give --context");
    }
    return named;
  }

  private Entry cluster(Optional<String> context) throws IOException {
    var name = Optional.ofNullable(flags.cluster).or(() -> files.reference(context, "cluster"));
    if (name.isEmpty() && flags.server == null) {
      throw Failure.refused("%s: context '%s' names no cluster".formatted(files, context.get()));
    }
    Entry entry = name.isEmpty() ? Entry.nothing() : files.entry("clusters", "cluster", name.get());
    MapNode body = entry.body();
    if (flags.server != null) {
      body = body.with("server", ScalarNode.of(flags.server));
    }
    if (flags.tlsServerName != null) {
      body = body.with("tls-server-name", ScalarNode.of(flags.tlsServerName));
    }
    if (flags.certificateAuthority != null) {
      body =
          body.without("certificate-authority")
              .without("insecure-skip-tls-verify")
              .with(
                  "certificate-authority-data",
                  KubeconfigFiles.encoded(flags.certificateAuthority));
    }
    if (flags.insecure) {
      body =
          body.without("certificate-authority")
              .without("certificate-authority-data")
              .with("insecure-skip-tls-verify", ScalarNode.TRUE);
    }
    return entry.with(body);
  }

  private Entry user(Optional<String> context) throws IOException {
    var name = Optional.ofNullable(flags.user).or(() -> files.reference(context, "user"));
    boolean given = flags.bringCredentials();
    if (name.isEmpty() && !given && flags.server == null) {
      throw Failure.refused("%s: context '%s' names no user".formatted(files, context.get()));
    }
    Entry entry =
        name.isEmpty() || given ? Entry.nothing() : files.entry("users", "user", name.get());
    refuseRelics(entry);
    Entry complete = entry.embedding("client-certificate").embedding("client-key").embeddingToken();
    return complete.with(UserOverrides.of(complete.body(), flags));
  }

  private static void refuseRelics(Entry user) {
    if (user.body().get("auth-provider").isPresent()) {
      throw Failure.refused(
          "%s: auth-provider left Kubernetes with 1.26; use its successor, a credential plugin (exec)"
              .formatted(user.file()));
    }
  }
}
