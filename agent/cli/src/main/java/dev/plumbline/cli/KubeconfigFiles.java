package dev.plumbline.cli;

import dev.plumbline.model.MapNode;
import dev.plumbline.model.Node;
import dev.plumbline.model.ScalarNode;
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

/** The kubeconfigs of a person, found and merged as kubectl does it. */
record KubeconfigFiles(List<Source> sources) {
  private static final int MOST_BYTES = 1 << 20;

  KubeconfigFiles {
    sources = List.copyOf(sources);
  }

  /** One file; paths in it start from its folder. */
  record Source(Path file, MapNode config) {}

  /** An entry of one of the lists, and the file it stands in. */
  record Entry(MapNode body, Path file) {
    static Entry nothing() {
      return new Entry(MapNode.EMPTY, Path.of("."));
    }

    Entry with(MapNode other) {
      return new Entry(other, file);
    }

    /** {@code <field>: file} becomes {@code <field>-data: base64}, unless that is there too. */
    Entry embedding(String field) throws IOException {
      var named = body.text(field).filter(name -> !name.isEmpty());
      MapNode without = body.without(field);
      return with(
          named.isEmpty() || without.text(field + "-data").isPresent()
              ? without
              : without.with(field + "-data", encoded(beside(named.get()))));
    }

    Entry embeddingToken() throws IOException {
      var named = body.text("tokenFile").filter(name -> !name.isEmpty());
      MapNode without = body.without("tokenFile");
      if (named.isEmpty()) {
        return with(without);
      }
      String token = new String(bytes(beside(named.get())), StandardCharsets.UTF_8);
      return with(without.with("token", ScalarNode.of(token.strip())));
    }

    private Path beside(String name) {
      return file.resolveSibling(name);
    }
  }

  static KubeconfigFiles only(Path file) throws IOException {
    return new KubeconfigFiles(List.of(new Source(file, parse(file))));
  }

  /** What {@code KUBECONFIG} lists, else that of the home directory; none where none is there. */
  static KubeconfigFiles found(Map<String, String> environment) throws IOException {
    var sources = new ArrayList<Source>();
    for (Path file : usual(environment)) {
      try {
        sources.add(new Source(file, parse(file)));
      } catch (NoSuchFileException e) {
        // As kubectl: a list may name files that are not there.
      }
    }
    return new KubeconfigFiles(sources);
  }

  /** Where they would be. */
  static List<Path> usual(Map<String, String> environment) {
    String listed = environment.getOrDefault("KUBECONFIG", "");
    return listed.isEmpty()
        ? List.of(Path.of(environment.getOrDefault("HOME", "."), ".kube", "config"))
        : Pattern.compile(Pattern.quote(File.pathSeparator))
            .splitAsStream(listed)
            .filter(name -> !name.isEmpty())
            .map(Path::of)
            .toList();
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

  static ScalarNode encoded(Path file) throws IOException {
    return ScalarNode.of(Base64.getEncoder().encodeToString(bytes(file)));
  }

  boolean isEmpty() {
    return sources.isEmpty();
  }

  Optional<String> currentContext() {
    return sources.stream()
        .flatMap(source -> source.config.text("current-context").stream())
        .filter(name -> !name.isEmpty())
        .findFirst();
  }

  Entry entry(String list, String field, String name) {
    return find(list, field, name)
        .orElseThrow(() -> Failure.refused("%s: no %s called '%s'".formatted(this, field, name)));
  }

  // The first file that has it wins, whole.
  Optional<Entry> find(String list, String field, String name) {
    for (Source source : sources) {
      for (Node item : source.config.list(list)) {
        if (item instanceof MapNode map && map.text("name").orElse("").equals(name)) {
          return Optional.of(new Entry(map.map(field).orElse(MapNode.EMPTY), source.file));
        }
      }
    }
    return Optional.empty();
  }

  /** What a context names. */
  Optional<String> reference(Optional<String> context, String field) {
    return context
        .map(name -> entry("contexts", "context", name).body)
        .flatMap(body -> body.text(field))
        .filter(name -> !name.isEmpty());
  }

  @Override
  public String toString() {
    return String.join(
        File.pathSeparator, sources.stream().map(source -> source.file.toString()).toList());
  }
}
