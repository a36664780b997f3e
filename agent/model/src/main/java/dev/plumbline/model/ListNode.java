package dev.plumbline.model;

import java.util.List;

/** A list of nodes. Equality is over the items. */
public final class ListNode implements Node {
  public static final ListNode EMPTY = new ListNode(List.of(), null);

  private final List<Node> items;
  private final Position position;

  public ListNode(List<? extends Node> items, Position position) {
    this.items = List.copyOf(items);
    this.position = position == null ? Position.UNKNOWN : position;
  }

  public static ListNode of(List<? extends Node> items) {
    return new ListNode(items, null);
  }

  public List<Node> items() {
    return items;
  }

  @Override
  public Position position() {
    return position;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ListNode that && items.equals(that.items);
  }

  @Override
  public int hashCode() {
    return items.hashCode();
  }

  @Override
  public String toString() {
    return items.toString();
  }
}
