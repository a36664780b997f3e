package dev.plumbline.kube;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
import dev.plumbline.model.Secret;
import dev.plumbline.yaml.Manifests;
import dev.plumbline.yaml.YamlException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** Reads a kubeconfig, and refuses by name whatever would reach beyond the cluster it names. */
final class KubeconfigReader {
  private static final int MOST_BYTES = 1 << 20;
  private static final Map<String, String> REFUSED_OF_USER =
      refused(
          Map.entry("exec", "a program is not run for credentials; give a token"),
          Map.entry("auth-provider", "auth providers are programs or relics; give a token"),
          Map.entry("client-certificate", "files are not read; give client-certificate-data"),
          Map.entry("client-key", "files are not read; give client-key-data"),
          Map.entry("tokenFile", "files are not read; give token"));
  private static final Map<String, String> REFUSED_OF_OTHERS =
      refused(
          Map.entry("as", "impersonation is decided by the agent alone"),
          Map.entry("as-uid", "impersonation is decided by the agent alone"),
          Map.entry("as-groups", "impersonation is decided by the agent alone"),
          Map.entry("as-user-extra", "impersonation is decided by the agent alone"));
  private static final Map<String, String> REFUSED_OF_CLUSTER =
      refused(
          Map.entry("certificate-authority", "files are not read; give certificate-authority-data"),
          Map.entry("proxy-url", "proxies are not used"));

  // What else goes into a header is repeated by the exception of who refuses it there.
  private static final Pattern HEADER = Pattern.compile("[\\x20-\\x7e]*");

  private final MapNode config;
  private final boolean own;

  private KubeconfigReader(MapNode config, boolean own) {
    this.config = config;
    this.own = own;
  }

  static Kubeconfig read(byte[] bytes, String wanted) throws Refusal {
    return new KubeconfigReader(parse(bytes), false).read(wanted);
  }

  static Kubeconfig readOwn(byte[] bytes) throws Refusal {
    return new KubeconfigReader(parse(bytes), true).read("");
  }

  private Kubeconfig read(String wanted) throws Refusal {
    String name = wanted.isEmpty() ? currentContext() : wanted;
    var context = named("contexts", "context", name);
    String clusterName = reference(context, name, "cluster");
    String userName = reference(context, name, "user");
    var cluster = named("clusters", "cluster", clusterName);
    var user = named("users", "user", userName);
    return new Kubeconfig(name, endpoint(cluster, user));
  }

  private static MapNode parse(byte[] bytes) throws Refusal {
    if (bytes.length > MOST_BYTES) {
      throw new Refusal("it has more than 1 MiB");
    }
    List<Node> documents;
    try {
      documents = Manifests.read(bytes, "kubeconfig");
    } catch (YamlException e) {
      // Its words may quote a token.
      throw new Refusal("it is not YAML in line %d".formatted(e.where().line()));
    }
    if (documents.size() == 1 && documents.getFirst() instanceof MapNode map) {
      return map;
    }
    throw new Refusal("it is not one map");
  }

  private String currentContext() throws Refusal {
    return text(config, "current-context")
        .orElseThrow(() -> new Refusal("it has no current-context"));
  }

  private String reference(MapNode context, String name, String to) throws Refusal {
    return text(context, to)
        .orElseThrow(() -> new Refusal("its context '%s' names no %s".formatted(name, to)));
  }

  private MapNode named(String list, String field, String name) throws Refusal {
    MapNode found = null;
    for (Node item : config.list(list)) {
      if (item instanceof MapNode entry && entry.text("name").orElse("").equals(name)) {
        if (found != null) {
          throw new Refusal("it has two %s called '%s'".formatted(list, name));
        }
        found = entry.map(field).orElse(MapNode.EMPTY);
      }
    }
    if (found == null) {
      throw new Refusal("it has no %s called '%s'".formatted(field, name));
    }
    return found;
  }

  private Endpoint endpoint(MapNode cluster, MapNode user) throws Refusal {
    refuse(cluster, REFUSED_OF_CLUSTER);
    refuse(user, REFUSED_OF_USER);
    if (!own) {
      refuse(user, REFUSED_OF_OTHERS);
    }
    boolean unchecked = !cluster.text("insecure-skip-tls-verify").orElse("false").equals("false");
    if (unchecked && !own) {
      throw new Refusal(
          "insecure-skip-tls-verify: certificates are always verified;"
              + " give certificate-authority-data");
    }
    var server = server(text(cluster, "server").orElse(""));
    var tlsServerName = text(cluster, "tls-server-name");
    var tls = tls(cluster, user, unchecked);
    return new Endpoint(
        server,
        tlsServerName,
        tlsServerName.isPresent() ? new NamedTls(tls, tlsServerName.get()) : tls,
        Impersonation.of(user).with(credentials(user)));
  }

  private static void refuse(MapNode map, Map<String, String> fields) throws Refusal {
    for (var field : fields.entrySet()) {
      if (map.get(field.getKey()).isPresent()) {
        throw new Refusal(field.getKey() + ": " + field.getValue());
      }
    }
  }

  private static URI server(String text) throws Refusal {
    URI server;
    try {
      server = new URI(text);
    } catch (URISyntaxException e) {
      throw new Refusal("server: '%s' is not a URL".formatted(withoutUser(text)));
    }
    String host = server.getHost();
    String scheme = server.getScheme();
    if (scheme == null || host == null || !List.of("https", "http").contains(scheme)) {
      throw new Refusal("server: '%s' is not an https URL".formatted(withoutUser(text)));
    }
    if (server.getRawUserInfo() != null
        || server.getRawQuery() != null
        || server.getRawFragment() != null) {
      throw new Refusal("server: a URL with a user, a query or a fragment is not used");
    }
    if (scheme.equals("http") && !Endpoint.isLoopback(host)) {
      throw new Refusal("server: '%s' is not encrypted; https is needed".formatted(text));
    }
    refuseAddress(host, text);
    return URI.create(text.replaceFirst("/+$", ""));
  }

  // Whatever stands before an @ may be a password (SEC-LEAK-04).
  private static String withoutUser(String url) {
    return url.substring(url.lastIndexOf('@') + 1);
  }

  private static void refuseAddress(String host, String server) throws Refusal {
    InetAddress address;
    try {
      address = InetAddress.ofLiteral(host.replaceAll("[\\[\\]]", ""));
    } catch (IllegalArgumentException e) {
      return; // A name: it is resolved and checked when it is connected to.
    }
    if (ForbiddenAddresses.contains(address)) {
      throw new Refusal("server: '%s' is no place for an API server".formatted(server));
    }
  }

  private static SSLContext tls(MapNode cluster, MapNode user, boolean unchecked) throws Refusal {
    var authority = data(cluster, "certificate-authority-data");
    if (unchecked && authority.isPresent()) {
      throw new Refusal(
          "insecure-skip-tls-verify and certificate-authority-data exclude each other");
    }
    var certificate = data(user, "client-certificate-data");
    var key = data(user, "client-key-data");
    if (certificate.isPresent() != key.isPresent()) {
      throw new Refusal("client-certificate-data and client-key-data need each other");
    }
    try {
      var client = certificate.map(pem -> new Tls.ClientKey(pem, Secret.of(key.orElseThrow())));
      return unchecked ? Tls.trustingEveryone(client) : Tls.context(authority, client);
    } catch (GeneralSecurityException | IOException e) {
      throw new Refusal("its certificates or its key cannot be used: " + e.getMessage());
    }
  }

  private static Optional<String> data(MapNode map, String field) throws Refusal {
    var text = text(map, field);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      byte[] decoded = Base64.getDecoder().decode(text.get().replaceAll("\\s", ""));
      return Optional.of(new String(decoded, StandardCharsets.US_ASCII));
    } catch (IllegalArgumentException e) {
      throw new Refusal(field + ": not base64");
    }
  }

  private static Credentials credentials(MapNode user) throws Refusal {
    var token = text(user, "token");
    var username = text(user, "username");
    if (token.isPresent() && username.isPresent()) {
      throw new Refusal("it has both a token and a username; one is needed");
    }
    if (username.isPresent()) {
      var password = Secret.of(text(user, "password").orElse(""));
      return Credentials.basic(username.get(), password);
    }
    if (token.isPresent() && !HEADER.matcher(token.get()).matches()) {
      throw new Refusal("token: expected one line of printable ASCII");
    }
    return token.map(text -> Credentials.token(Secret.of(text))).orElse(Credentials.none());
  }

  // A token of digits would have lost its leading zeros by now.
  static Optional<String> text(MapNode map, String field) throws Refusal {
    var value = map.get(field);
    if (value.isPresent() && !(value.get() instanceof ScalarNode text && text.isString())) {
      throw new Refusal(field + ": expected a text; put it in quotes");
    }
    return map.text(field).filter(text -> !text.isEmpty());
  }

  @SafeVarargs
  private static Map<String, String> refused(Map.Entry<String, String>... fields) {
    var refused = new LinkedHashMap<String, String>();
    for (var field : fields) {
      refused.put(field.getKey(), field.getValue());
    }
    return refused;
  }

  /** Why a kubeconfig is not used; never leaves this package as an exception. */
  static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;

    Refusal(String why) {
      super("the kubeconfig is refused: " + why);
    }
  }
}
