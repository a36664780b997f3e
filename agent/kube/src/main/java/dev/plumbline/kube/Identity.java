package dev.plumbline.kube;

/** Who acts on a cluster. Never empty: there is no way to construct nobody. */
public sealed interface Identity {

  /** The agent itself, by the credentials of its connection. */
  record Agent() implements Identity {
    @Override
    public String toString() {
      return "the agent";
    }
  }

  /** A service account of the target, impersonated on every request. */
  record ServiceAccount(String namespace, String name) implements Identity {
    public ServiceAccount {
      if (namespace.isBlank() || name.isBlank()) {
        throw new IllegalArgumentException(
            "a service account needs a namespace and a name: '%s' '%s'".formatted(namespace, name));
      }
    }

    /** The user name Kubernetes knows it by. */
    public String username() {
      return "system:serviceaccount:" + namespace + ":" + name;
    }

    @Override
    public String toString() {
      return username();
    }
  }
}
