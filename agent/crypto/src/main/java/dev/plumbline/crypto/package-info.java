/** Keys and certificates as people write them: text in, values out. No I/O, and nothing is kept. */
package dev.plumbline.crypto;
