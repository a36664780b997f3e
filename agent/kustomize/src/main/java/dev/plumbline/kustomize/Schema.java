package dev.plumbline.kustomize;

import java.util.List;

/** What a merge has to know about a value. Nothing is known of a field whose schema is null. */
interface Schema {
  /** The schema of a map's field, or null. */
  Schema field(String name);

  /** Whether a list is merged by keys; other lists are replaced. */
  boolean isKeyed();

  /** The keys of a keyed list; none when its elements are scalars. */
  List<String> keys();

  /** The schema of a list's elements, or null. */
  Schema elements();
}
