package dev.plumbline.reconcile;

/** What a target has for tenants, as the agent itself sees it. */
record Premises(Namespaces namespaces, Accounts accounts) implements AutoCloseable {
  @Override
  public void close() {
    namespaces.close();
  }
}
