package dev.plumbline.render;

import dev.plumbline.model.ReadSet;
import java.util.List;

/** What became of a render. Either way it says what was read: nothing else can change it. */
public sealed interface RenderOutcome permits Rendered, RenderFailed {
  ReadSet readSet();

  /** For people: of a failed render what failed it, else what was done besides. */
  List<Finding> findings();
}
