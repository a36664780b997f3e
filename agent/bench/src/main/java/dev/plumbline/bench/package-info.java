/**
 * Measures. A figure is a ratio against a peer or a floor in the same run, since machines are
 * noisy; {@code make bench} runs all of it and prints one table per subject.
 */
package dev.plumbline.bench;
