package dev.plumbline.cli;

import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.model.ListNode;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.yaml.Json;
import dev.plumbline.yaml.Manifests;
import dev.plumbline.yaml.YamlException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The kubeconfig of the person who typed the command: found, merged and overridden as kubectl does
 * it, with the certificates and tokens that it keeps in files.
 */
final class UserKubeconfig {
  private static final int MOST_BYTES = 1 << 20;
  private static final String UNNAMED = "chosen";
  private static final MapNode CONTEXT =
      MapNode.EMPTY.with("cluster", ScalarNode.of(UNNAMED)).with("user", ScalarNode.of(UNNAMED));

  private final List<Source> sources;
  private final ClusterFlags flags;

  private UserKubeconfig(List<Source> sources, ClusterFlags flags) {
    this.sources = sources;
    this.flags = flags;
  }

  /** One file; paths in it start from its folder. */
  private record Source(Path file, MapNode config) {}

  /** An entry of one of the lists, and the file it stands in. */
  private record Entry(MapNode body, Path file) {}

  /**
   * @param environment where {@code KUBECONFIG} and {@code HOME} are
   * @param programs runs the credential plugin, where the user has one
   */
  static Kubeconfig choose(ClusterFlags flags, Map<String, String> environment, Programs programs)
      throws IOException {
    var config = new UserKubeconfig(sources(flags, environment), flags);
    Kubeconfig chosen = config.read(Kubeconfig::readOwn, programs);
    return flags.requestTimeout.isZero() ? chosen : chosen.within(flags.requestTimeout);
  }

  /** The agent's: what a person may risk for himself it refuses, and it runs no program. */
  static Kubeconfig ofAgent(Path file, Optional<String> context) throws IOException {
    var flags = new ClusterFlags();
    flags.kubeconfig = file;
    flags.context = context.orElse(null);
    return new UserKubeconfig(only(file), flags).read(Kubeconfig::read, Programs.none());
  }

  /** Whether the person has a context of this name. */
  static boolean knows(String context, ClusterFlags flags, Map<String, String> environment)
      throws IOException {
    return new UserKubeconfig(sources(flags, environment), flags)
        .find("contexts", "context", context)
        .isPresent();
  }

  private Kubeconfig read(Function<byte[], Kubeconfig.Reading> reader, Programs programs)
      throws IOException {
    Optional<String> context = Optional.ofNullable(flags.context).or(this::currentContext);
    Entry cluster = cluster(context);
    Entry user = user(context);
    var exec = user.body.map("exec");
    if (exec.isEmpty()) {
      return usable(reader, context, cluster, user.body);
    }
    IssuedTokens.Source plugin =
        () -> programs.issue(exec.get(), embedded(cluster, "certificate-authority"), user.file);
    Programs.Issued issued = plugin.issue();
    Kubeconfig reached = usable(reader, context, cluster, with(issued, user.body));
    return issued.token().isEmpty()
        ? reached
        : reached.withTokens(new IssuedTokens(issued, plugin, Clock.system()));
  }

  private Kubeconfig usable(
      Function<byte[], Kubeconfig.Reading> reader,
      Optional<String> context,
      Entry cluster,
      MapNode user)
      throws IOException {
    MapNode embedded = embedded(cluster, "certificate-authority");
    byte[] whole =
        Json.write(self(context.orElse(UNNAMED), embedded, user)).getBytes(StandardCharsets.UTF_8);
    return switch (reader.apply(whole)) {
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

  private static List<Source> sources(ClusterFlags flags, Map<String, String> environment)
      throws IOException {
    return flags.kubeconfig == null ? found(flags, environment) : only(flags.kubeconfig);
  }

  private static List<Source> only(Path file) throws IOException {
    return List.of(new Source(file, parse(file)));
  }

  private static List<Source> found(ClusterFlags flags, Map<String, String> environment)
      throws IOException {
    String listed = environment.getOrDefault("KUBECONFIG", "");
    List<Path> files =
        listed.isEmpty()
            ? List.of(Path.of(environment.getOrDefault("HOME", "."), ".kube", "config"))
            : Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(listed)
                .filter(name -> !name.isEmpty())
                .map(Path::of)
                .toList();
    var sources = new ArrayList<Source>();
    for (Path file : files) {
      try {
        sources.add(new Source(file, parse(file)));
      } catch (NoSuchFileException e) {
        // As kubectl: a list may name files that are not there.
      }
    }
    if (sources.isEmpty() && flags.server == null) {
      throw Failure.refused(
          "no kubeconfig: %s is not there; give --kubeconfig or set KUBECONFIG"
              .formatted(files.isEmpty() ? "KUBECONFIG" : files.getFirst()));
    }
    return sources;
  }

  private static MapNode parse(Path file) throws IOException {
    try {
      List<Node> documents = Manifests.read(bytes(file), file.toString());
      if (documents.size() == 1 && documents.getFirst() instanceof MapNode config) {
        return config;
      }
    } catch (YamlException e) {
      throw Failure.refused(e.getMessage());
    }
    throw Failure.refused(file + ": not a kubeconfig, which is one map");
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MOST_BYTES + 1);
      if (bytes.length > MOST_BYTES) {
        throw Failure.refused(file + ": larger than 1 MiB");
      }
      return bytes;
    }
  }

  /** A kubeconfig of one context, which names no file. */
  private static MapNode self(String context, MapNode cluster, MapNode user) {
    return MapNode.EMPTY
        .with("current-context", ScalarNode.of(context))
        .with("contexts", list("context", context, CONTEXT))
        .with("clusters", list("cluster", UNNAMED, cluster))
        .with("users", list("user", UNNAMED, user));
  }

  private Optional<String> currentContext() {
    var named =
        sources.stream()
            .flatMap(source -> source.config.text("current-context").stream())
            .filter(name -> !name.isEmpty())
            .findFirst();
    if (named.isEmpty() && flags.cluster == null && flags.server == null) {
      throw Failure.refused(files() + ": no current-context; give --context");
    }
    return named;
  }

  private Entry cluster(Optional<String> context) throws IOException {
    var name = Optional.ofNullable(flags.cluster).or(() -> reference(context, "cluster"));
    if (name.isEmpty() && flags.server == null) {
      throw Failure.refused("%s: context '%s' names no cluster".formatted(files(), context.get()));
    }
    Entry entry = name.isEmpty() ? nothing() : entry("clusters", "cluster", name.get());
    MapNode body = entry.body;
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
              .with("certificate-authority-data", encoded(flags.certificateAuthority));
    }
    if (flags.insecure) {
      body =
          body.without("certificate-authority")
              .without("certificate-authority-data")
              .with("insecure-skip-tls-verify", ScalarNode.TRUE);
    }
    return new Entry(body, entry.file);
  }

  private Entry user(Optional<String> context) throws IOException {
    var name = Optional.ofNullable(flags.user).or(() -> reference(context, "user"));
    boolean given = flags.token != null || flags.clientCertificate != null;
    if (name.isEmpty() && !given && flags.server == null) {
      throw Failure.refused("%s: context '%s' names no user".formatted(files(), context.get()));
    }
    Entry entry = name.isEmpty() || given ? nothing() : entry("users", "user", name.get());
    refuseRelics(entry);
    MapNode certified = embedded(embedded(entry, "client-certificate"), entry, "client-key");
    MapNode body = withToken(new Entry(certified, entry.file));
    if (flags.token != null) {
      body = body.with("token", ScalarNode.of(flags.token));
    }
    if (flags.clientCertificate != null) {
      body = body.with("client-certificate-data", encoded(flags.clientCertificate));
    }
    if (flags.clientKey != null) {
      body = body.with("client-key-data", encoded(flags.clientKey));
    }
    return new Entry(acting(body), entry.file);
  }

  private MapNode acting(MapNode user) {
    MapNode body = user;
    if (flags.as != null) {
      body = body.with("as", ScalarNode.of(flags.as)).without("as-groups").without("as-uid");
    }
    if (!flags.asGroups.isEmpty()) {
      body =
          body.with("as-groups", ListNode.of(flags.asGroups.stream().map(ScalarNode::of).toList()));
    }
    return flags.asUid == null ? body : body.with("as-uid", ScalarNode.of(flags.asUid));
  }

  private static Entry nothing() {
    return new Entry(MapNode.EMPTY, Path.of("."));
  }

  private Entry entry(String list, String field, String name) {
    return find(list, field, name)
        .orElseThrow(
            () -> Failure.refused("%s: no %s called '%s'".formatted(files(), field, name)));
  }

  // The first file that has it wins, whole.
  private Optional<Entry> find(String list, String field, String name) {
    for (Source source : sources) {
      for (Node item : source.config.list(list)) {
        if (item instanceof MapNode map && map.text("name").orElse("").equals(name)) {
          return Optional.of(new Entry(map.map(field).orElse(MapNode.EMPTY), source.file));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> reference(Optional<String> context, String field) {
    return context
        .map(name -> entry("contexts", "context", name).body)
        .flatMap(body -> body.text(field))
        .filter(name -> !name.isEmpty());
  }

  private static void refuseRelics(Entry user) {
    if (user.body.get("auth-provider").isPresent()) {
      throw Failure.refused(
          "%s: auth-provider left Kubernetes with 1.26; use its successor, a credential plugin (exec)"
              .formatted(user.file));
    }
  }

  /** {@code <field>: file} becomes {@code <field>-data: base64}, unless that is there too. */
  private static MapNode embedded(Entry entry, String field) throws IOException {
    return embedded(entry.body, entry, field);
  }

  private static MapNode embedded(MapNode whole, Entry entry, String field) throws IOException {
    var file = whole.text(field).filter(name -> !name.isEmpty());
    MapNode body = whole.without(field);
    if (file.isEmpty() || body.text(field + "-data").isPresent()) {
      return body;
    }
    return body.with(field + "-data", encoded(beside(entry.file, file.get())));
  }

  private static ScalarNode encoded(Path file) throws IOException {
    return ScalarNode.of(Base64.getEncoder().encodeToString(bytes(file)));
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static MapNode withToken(Entry user) throws IOException {
    var file = user.body.text("tokenFile").filter(name -> !name.isEmpty());
    MapNode body = user.body.without("tokenFile");
    if (file.isEmpty()) {
      return body;
    }
    String token = new String(bytes(beside(user.file, file.get())), StandardCharsets.UTF_8);
    return body.with("token", ScalarNode.of(token.strip()));
  }

  private static Path beside(Path kubeconfig, String file) {
    return kubeconfig.resolveSibling(file);
  }

  private static ListNode list(String field, String name, MapNode body) {
    return ListNode.of(List.of(MapNode.EMPTY.with("name", ScalarNode.of(name)).with(field, body)));
  }

  private String files() {
    return String.join(
        File.pathSeparator, sources.stream().map(source -> source.file.toString()).toList());
  }
}
