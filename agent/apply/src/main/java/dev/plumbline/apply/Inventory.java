package dev.plumbline.apply;

import dev.plumbline.model.ObjectKey;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one Sync owns on its target: always a superset of what exists, because an entry is added
 * before the create and leaves only after a confirmed absence.
 */
public final class Inventory {
  public static final Inventory EMPTY = new Inventory(new TreeMap<>());

  private final SortedMap<ObjectKey, Entry> entries;

  private Inventory(SortedMap<ObjectKey, Entry> entries) {
    this.entries = Collections.unmodifiableSortedMap(entries);
  }

  public static Inventory of(Collection<Entry> entries) {
    var map = new TreeMap<ObjectKey, Entry>();
    entries.forEach(entry -> map.put(entry.key(), entry));
    return new Inventory(map);
  }

  /**
   * Reads what {@link #packed()} wrote.
   *
   * @throws IllegalArgumentException naming the entry that cannot be read: a record that is not
   *     understood is never taken for an empty one
   */
  public static Inventory unpack(List<String> packed) {
    return of(packed.stream().map(EntryText::read).toList());
  }

  /** One line per entry, sorted; opaque to whoever stores it. */
  public List<String> packed() {
    return entries.values().stream().map(EntryText::write).toList();
  }

  public Collection<Entry> entries() {
    return entries.values();
  }

  public Optional<Entry> get(ObjectKey key) {
    return Optional.ofNullable(entries.get(key));
  }

  /** What is ours as a whole: without the objects of which only fields are. */
  Inventory whole() {
    return entries.values().stream().noneMatch(Entry::merged)
        ? this
        : of(entries.values().stream().filter(entry -> !entry.merged()).toList());
  }

  public int size() {
    return entries.size();
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  public Inventory with(Entry entry) {
    return withAll(List.of(entry));
  }

  public Inventory withAll(Collection<Entry> more) {
    var copy = new TreeMap<>(entries);
    more.forEach(entry -> copy.put(entry.key(), entry));
    return new Inventory(copy);
  }

  public Inventory without(Collection<ObjectKey> keys) {
    var copy = new TreeMap<>(entries);
    keys.forEach(copy::remove);
    return new Inventory(copy);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Inventory that && entries.equals(that.entries);
  }

  @Override
  public int hashCode() {
    return entries.hashCode();
  }

  @Override
  public String toString() {
    return entries.values().toString();
  }
}
