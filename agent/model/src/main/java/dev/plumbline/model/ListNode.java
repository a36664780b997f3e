package dev.plumbline.model;

import java.util.List;

/** A list of nodes. Equality is over the items. */
public final class ListNode implements Node {
  public static final ListNode EMPTY = new ListNode(List.of(), null);

  private final List<Node> items;
  private final Position position;
  private final boolean flow;

  public ListNode(List<? extends Node> items, Position position) {
    this(items, position, false);
  }

  /**
   * @param flow whether it was written in brackets; that takes no part in equality
   */
  public ListNode(List<? extends Node> items, Position position, boolean flow) {
    this.items = List.copyOf(items);
    this.position = position == null ? Position.UNKNOWN : position;
    this.flow = flow;
  }

  public static ListNode of(List<? extends Node> items) {
    return new ListNode(items, null);
  }

  public List<Node> items() {
    return items;
  }

  /** Whether it was written in brackets. */
  public boolean flow() {
    return flow;
  }

  /** Other items in the place of this list, written as it is. */
  public ListNode with(List<? extends Node> others) {
    return new ListNode(others, position, flow);
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
