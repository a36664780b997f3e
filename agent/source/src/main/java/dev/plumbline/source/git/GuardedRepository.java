package dev.plumbline.source.git;

import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import org.eclipse.jgit.internal.storage.file.FileRepository;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.transport.PackParser;

/**
 * A bare repository that takes in no pack with too many or too large objects (SEC-GIT-08).
 *
 * <p>JGit applies such limits only to what is pushed to it, and allocates by the object count a
 * pack claims before it has read one object.
 */
final class GuardedRepository extends FileRepository {
  private static final int PACK_HEADER = 12;

  private final GitLimits limits;

  GuardedRepository(File directory, GitLimits limits) throws IOException {
    super(directory);
    this.limits = limits;
  }

  @Override
  public ObjectInserter newObjectInserter() {
    ObjectInserter inserter = super.newObjectInserter();
    return new ObjectInserter.Filter() {
      @Override
      protected ObjectInserter delegate() {
        return inserter;
      }

      @Override
      public PackParser newPackParser(InputStream in) throws IOException {
        PackParser parser = super.newPackParser(countChecked(in));
        parser.setMaxObjectSizeLimit(limits.objectBytes());
        return parser;
      }
    };
  }

  private InputStream countChecked(InputStream in) throws IOException {
    byte[] header = in.readNBytes(PACK_HEADER);
    if (header.length == PACK_HEADER) {
      long objects = Integer.toUnsignedLong(ByteBuffer.wrap(header).getInt(8));
      if (objects > limits.packObjects()) {
        throw new Stop(
            Reason.OVER_LIMIT,
            "sent %d objects in one fetch, the limit is %d"
                .formatted(objects, limits.packObjects()));
      }
    }
    return new SequenceInputStream(new ByteArrayInputStream(header), in);
  }
}
