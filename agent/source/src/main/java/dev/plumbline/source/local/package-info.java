/** Local directories as trees of files, for building what is on a person's own disk. */
package dev.plumbline.source.local;
