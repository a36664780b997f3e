package dev.plumbline.cli;

import dev.plumbline.kube.Kubeconfig;
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
import java.util.regex.Pattern;

/**
 * The kubeconfig of the person who typed the command: found and merged as kubectl does it, with the
 * certificates and tokens that it keeps in files. Programs it names are not run.
 */
final class UserKubeconfig {
  private static final int MOST_BYTES = 1 << 20;

  private final List<Source> sources;

  private UserKubeconfig(List<Source> sources) {
    this.sources = sources;
  }

  /** One file; paths in it start from its folder. */
  private record Source(Path file, MapNode config) {}

  /** An entry of one of the lists, and the file it stands in. */
  private record Entry(MapNode body, Path file) {}

  /**
   * @param file the file asked for; else {@code $KUBECONFIG}, else {@code ~/.kube/config}
   * @param context the context asked for; else the current one
   */
  static Kubeconfig choose(
      Optional<Path> file, Optional<String> context, Map<String, String> environment)
      throws IOException {
    var config = new UserKubeconfig(file.isPresent() ? only(file.get()) : found(environment));
    byte[] whole = Json.write(config.self(context)).getBytes(StandardCharsets.UTF_8);
    return switch (Kubeconfig.read(whole)) {
      case Kubeconfig.Reading.Usable usable -> usable.kubeconfig();
      case Kubeconfig.Reading.Refused refused -> throw Failure.refused(refused.why());
    };
  }

  private static List<Source> only(Path file) throws IOException {
    return List.of(new Source(file, parse(file)));
  }

  private static List<Source> found(Map<String, String> environment) throws IOException {
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
    if (sources.isEmpty()) {
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
  private MapNode self(Optional<String> wanted) throws IOException {
    String name = wanted.orElseGet(this::currentContext);
    MapNode context = entry("contexts", "context", name).body;
    Entry cluster = entry("clusters", "cluster", reference(context, name, "cluster"));
    Entry user = entry("users", "user", reference(context, name, "user"));
    refusePrograms(user);
    MapNode embeddedCluster = embedded(cluster, "certificate-authority");
    MapNode embeddedUser =
        withToken(
            new Entry(
                embedded(new Entry(embedded(user, "client-certificate"), user.file), "client-key"),
                user.file));
    return MapNode.EMPTY
        .with("current-context", ScalarNode.of(name))
        .with("contexts", list("context", name, context))
        .with("clusters", list("cluster", context.text("cluster").orElseThrow(), embeddedCluster))
        .with("users", list("user", context.text("user").orElseThrow(), embeddedUser));
  }

  private String currentContext() {
    return sources.stream()
        .flatMap(source -> source.config.text("current-context").stream())
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElseThrow(() -> Failure.refused(files() + ": no current-context; give --context"));
  }

  private Entry entry(String list, String field, String name) {
    for (Source source : sources) {
      for (Node item : source.config.list(list)) {
        if (item instanceof MapNode map && map.text("name").orElse("").equals(name)) {
          return new Entry(map.map(field).orElse(MapNode.EMPTY), source.file);
        }
      }
    }
    throw Failure.refused("%s: no %s called '%s'".formatted(files(), field, name));
  }

  private String reference(MapNode context, String name, String field) {
    return context
        .text(field)
        .orElseThrow(
            () -> Failure.refused("%s: context '%s' names no %s".formatted(files(), name, field)));
  }

  private static void refusePrograms(Entry user) {
    for (String plugin : List.of("exec", "auth-provider")) {
      if (user.body.get(plugin).isPresent()) {
        throw Failure.refused(
            "%s: this user's credentials come from a program (%s), which is not supported yet; give"
                    .formatted(user.file, plugin)
                + " a token or a client certificate");
      }
    }
  }

  /** {@code <field>: file} becomes {@code <field>-data: base64}, unless that is there too. */
  private static MapNode embedded(Entry entry, String field) throws IOException {
    var file = entry.body.text(field).filter(name -> !name.isEmpty());
    MapNode body = entry.body.without(field);
    if (file.isEmpty() || body.text(field + "-data").isPresent()) {
      return body;
    }
    String base64 = Base64.getEncoder().encodeToString(bytes(beside(entry.file, file.get())));
    return body.with(field + "-data", ScalarNode.of(base64));
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
