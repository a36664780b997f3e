/**
 * The command {@code plumb}: the stages without the loop for a person at a terminal, and {@code
 * plumb agent}, which starts the loop.
 *
 * <p>Every command ends with one of the codes of {@link ExitCode} and says what went wrong in one
 * sentence. Only {@code plumb agent} may load the loop and the server; the others start in the time
 * of a keystroke.
 */
package dev.plumbline.cli;
