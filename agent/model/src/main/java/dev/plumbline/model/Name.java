package dev.plumbline.model;

/** The namespace and name of one of our own objects in the hub; what a queue carries. */
public record Name(String namespace, String name) implements Comparable<Name> {
  public Name {
    if (namespace.isEmpty() || name.isEmpty()) {
      throw new IllegalArgumentException("'%s/%s' is not a full name".formatted(namespace, name));
    }
  }

  @Override
  public int compareTo(Name other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace + "/" + name;
  }
}
