package dev.plumbline.kustomize;

import dev.plumbline.kustomize.Kustomization.Entry;
import dev.plumbline.kustomize.Kustomization.Patch;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import java.util.ArrayList;
import java.util.List;

/** Makes transformers of patches, which are written in place or in files. */
final class Patches {
  private final Build build;
  private final Loader loader;
  private final String file;

  /**
   * @param file that inline patches are written in
   */
  Patches(Build build, Loader loader, String file) {
    this.build = build;
    this.loader = loader;
    this.file = file;
  }

  /** The text of a patch: where it was written and from which line on. */
  private record Text(String text, String file, int lineBefore, String source) {}

  private Text text(Patch patch) {
    String inline = patch.patch().strip();
    if (inline.isEmpty() && patch.path().isEmpty()) {
      throw new BuildException(patch.where(), "must specify one of patch and path in this entry");
    }
    if (!inline.isEmpty() && !patch.path().isEmpty()) {
      throw new BuildException(patch.where(), "patch and path can't be set at the same time");
    }
    if (!inline.isEmpty()) {
      String source = "[patch: %s]".formatted(GoText.quoted(inline));
      return new Text(inline, file, patch.lineBefore(), source);
    }
    try {
      var loaded = loader.load(patch.path());
      String source = "[path: %s]".formatted(GoText.quoted(patch.path()));
      return new Text(GoText.utf8(loaded.bytes()), loaded.path(), 0, source);
    } catch (BuildException e) {
      throw e.at(patch.where())
          .within("failed to get the patch file from path(%s)".formatted(patch.path()));
    }
  }

  Transformer either(Patch patch) {
    var text = text(patch);
    var parsed =
        PatchText.parse(text.text(), text.file(), text.lineBefore(), patch.where(), text.source());
    parsed.merges().forEach(build.surprises::inPatch);
    return new PatchTransformer(
        parsed,
        patch.target(),
        patch.allowNameChange(),
        patch.allowKindChange(),
        build.patcher,
        patch.where(),
        text.source());
  }

  /**
   * @param inline text with patches, or empty
   */
  Transformer merges(List<Entry> entries, String inline, Position where) {
    var patches = new ArrayList<MapNode>();
    entries.forEach(entry -> patches.addAll(merges(entry)));
    if (!inline.isEmpty()) {
      patches.addAll(ResourceReader.read(inline, file, Math.max(where.line() - 1, 0)));
    }
    if (patches.isEmpty()) {
      throw new BuildException(
          where,
          "patch appears to be empty; files=[%s], Patch=%s"
              .formatted(String.join(" ", entries.stream().map(Entry::text).toList()), inline));
    }
    patches.forEach(build.surprises::inPatch);
    return new StrategicMergeTransformer(patches, build.patcher);
  }

  // For old times' sake the text may be the patch itself.
  private List<MapNode> merges(Entry entry) {
    try {
      return ResourceReader.read(entry.text(), file, Math.max(entry.where().line() - 1, 0));
    } catch (BuildException notInline) {
      try {
        return build.resources(loader.load(entry.text()));
      } catch (BuildException e) {
        throw e.at(entry.where());
      }
    }
  }

  Transformer json(Patch patch) {
    var target = patch.target();
    Position where = patch.where();
    if (target == null || target.name().isEmpty()) {
      throw new BuildException(where, "must specify the target name");
    }
    if (patch.path().isEmpty() && patch.patch().isEmpty()) {
      throw new BuildException(where, "empty file path and empty jsonOp");
    }
    if (!patch.path().isEmpty() && !patch.patch().isEmpty()) {
      throw new BuildException(where, "must specify a file path or jsonOp, not both");
    }
    String text = patch.patch();
    if (!patch.path().isEmpty()) {
      try {
        text = GoText.utf8(loader.load(patch.path()).bytes());
      } catch (BuildException e) {
        throw e.at(where);
      }
    }
    var operations = PatchText.json(text, file);
    if (operations == null) {
      throw new BuildException(where, "decoding %s: not a JSON patch".formatted(text));
    }
    if (operations.isEmpty()) {
      throw new BuildException(
          where, "patch appears to be empty; file=%s, JsonOp=%s".formatted(patch.path(), text));
    }
    return map -> {
      for (int i : target.select(map)) {
        map.set(i, Patcher.json(map.get(i), operations));
      }
    };
  }
}
