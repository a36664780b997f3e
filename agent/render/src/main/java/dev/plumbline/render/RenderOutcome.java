package dev.plumbline.render;

import dev.plumbline.model.ReadSet;

/** What became of a render. Either way it says what was looked at. */
public sealed interface RenderOutcome permits Rendered, RenderFailed {
  /** A change to none of these paths cannot change the outcome. */
  ReadSet readSet();
}
