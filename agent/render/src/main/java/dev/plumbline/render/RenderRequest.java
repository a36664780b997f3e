package dev.plumbline.render;

/**
 * What is rendered.
 *
 * @param directory inside the tree, without leading or trailing slash; empty for its root
 */
public record RenderRequest(String directory) {}
