package dev.plumbline.model;

/**
 * An immutable tree of maps, lists and scalars: one object read from YAML or JSON. Trees share what
 * they have in common. A {@link Position} is carried for messages and takes no part in equality.
 */
public sealed interface Node permits MapNode, ListNode, ScalarNode {
  Position position();
}
