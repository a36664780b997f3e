package dev.plumbline.kustomize;

import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** An entry of {@code configMapGenerator} or {@code secretGenerator}. */
record GeneratorArgs(
    boolean secret,
    String name,
    String namespace,
    String behavior,
    String type,
    List<String> envs,
    List<String> literals,
    List<String> files,
    Options options,
    Position where) {

  /** What generated resources get besides their data. */
  record Options(
      SortedMap<String, String> labels,
      SortedMap<String, String> annotations,
      boolean disableNameSuffixHash,
      boolean immutable) {
    static final Options NONE = new Options(new TreeMap<>(), new TreeMap<>(), false, false);

    static Options read(Fields fields) {
      if (fields == null) {
        return NONE;
      }
      var options =
          new Options(
              fields.textMap("labels"),
              fields.textMap("annotations"),
              fields.flag("disableNameSuffixHash"),
              fields.flag("immutable"));
      fields.done();
      return options;
    }

    /** Own entries win; what is true for all cannot be undone for one. */
    Options over(Options global) {
      return new Options(
          joined(labels, global.labels),
          joined(annotations, global.annotations),
          disableNameSuffixHash || global.disableNameSuffixHash,
          immutable || global.immutable);
    }

    private static SortedMap<String, String> joined(
        Map<String, String> own, Map<String, String> global) {
      var joined = new TreeMap<>(global);
      joined.putAll(own);
      return joined;
    }
  }

  static GeneratorArgs read(Fields fields, boolean secret) {
    var envs = new ArrayList<>(fields.texts("envs"));
    String env = fields.text("env");
    if (!env.isEmpty()) {
      envs.add(env);
    }
    return new GeneratorArgs(
        secret,
        fields.text("name"),
        fields.text("namespace"),
        fields.text("behavior"),
        secret ? fields.text("type") : "",
        envs,
        fields.texts("literals"),
        fields.texts("files"),
        Options.read(fields.object("options", "GeneratorOptions")),
        fields.position());
  }

  GeneratorArgs with(Options global) {
    return new GeneratorArgs(
        secret,
        name,
        namespace,
        behavior,
        type,
        envs,
        literals,
        files,
        options.over(global),
        where);
  }
}
