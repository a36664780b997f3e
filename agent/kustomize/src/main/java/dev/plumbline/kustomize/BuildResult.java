package dev.plumbline.kustomize;

import dev.plumbline.model.Digest;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.Position;
import dev.plumbline.model.ReadSet;
import java.util.List;
import java.util.Optional;

/** What became of a build. Either way it says what was looked at, absences too. */
public sealed interface BuildResult {
  /** A change to none of these paths cannot change the result. */
  ReadSet readSet();

  /** What kustomize would have told the user besides, such as the use of deprecated fields. */
  List<String> warnings();

  /** The build succeeded. */
  final class Built implements BuildResult {
    private final byte[] bytes;
    private final Digest digest;
    private final List<MapNode> objects;
    private final ReadSet readSet;
    private final List<String> warnings;

    Built(byte[] bytes, List<MapNode> objects, ReadSet readSet, List<String> warnings) {
      this.bytes = bytes;
      this.digest = Digest.of(bytes);
      this.objects = List.copyOf(objects);
      this.readSet = readSet;
      this.warnings = List.copyOf(warnings);
    }

    /** Exactly what {@code kustomize build} prints. */
    public byte[] bytes() {
      return bytes.clone();
    }

    /** Of the bytes. */
    public Digest digest() {
      return digest;
    }

    /**
     * What Kubernetes reads from the bytes, in their order; positions are those of the files the
     * values come from.
     */
    public List<MapNode> objects() {
      return objects;
    }

    @Override
    public ReadSet readSet() {
      return readSet;
    }

    @Override
    public List<String> warnings() {
      return warnings;
    }
  }

  /**
   * The build failed.
   *
   * @param message one sentence, with the place in front when it is known
   * @param where the line that has to be looked at
   */
  record Failed(String message, Optional<Position> where, ReadSet readSet, List<String> warnings)
      implements BuildResult {
    public Failed {
      warnings = List.copyOf(warnings);
    }
  }
}
