package dev.plumbline.render;

import dev.plumbline.model.ReadSet;

/**
 * The files cannot be rendered as they are.
 *
 * @param sentence for people: the file and line where they are known, what was found, what was
 *     expected
 */
public record RenderFailed(String sentence, ReadSet readSet) implements RenderOutcome {}
