package dev.plumbline.api.v1alpha1;

/** Names we put on objects, ours and others', and names people put on ours. */
public final class Marks {
  public static final String GROUP = "plumbline.dev";
  public static final String VERSION = "v1alpha1";
  public static final String API_VERSION = GROUP + "/" + VERSION;

  /** Label on every delivered object: the id of the installation. */
  public static final String HUB = "plumbline.dev/hub";

  /** Annotation on every delivered object: {@code <namespace>/<name>} of its Sync. */
  public static final String SYNC = "plumbline.dev/sync";

  /** Annotation on a delivered object: {@code disabled} keeps it for ever. */
  public static final String PRUNE = "plumbline.dev/prune";

  /**
   * Annotation on a delivered object: {@code if-absent} creates it and leaves it alone, {@code
   * ignore} does not touch it.
   */
  public static final String APPLY = "plumbline.dev/apply";

  /** Annotation on a delivered object that was there before: whose it was. */
  public static final String ADOPTED = "plumbline.dev/adopted";

  /** Annotation on a delivered object: {@code enabled} deletes it where it cannot be changed. */
  public static final String RECREATE = "plumbline.dev/recreate";

  /** Annotation on a delivered object: a number; it waits for all objects of smaller ones. */
  public static final String WAVE = "plumbline.dev/wave";

  /**
   * Annotation on a Sync: a revision whose prune may exceed the budget; on a Tenant: one in which
   * its directories may be gone.
   */
  public static final String ALLOW_PRUNE = "plumbline.dev/allow-prune";

  /** Annotation on a Sync: the uid of the kube-system its target has now. */
  public static final String CONFIRM_IDENTITY = "plumbline.dev/confirm-identity";

  /** Annotation on one of our objects: another value makes it run now. */
  public static final String REQUESTED_AT = "plumbline.dev/requested-at";

  /** Label on a generated Sync: the name of its Tenant. */
  public static final String TENANT = "plumbline.dev/tenant";

  /** Label on a generated Sync: the name of its Environment. */
  public static final String ENVIRONMENT = "plumbline.dev/environment";

  /** Label on a generated Sync: the name of its Target, cut where a label cannot hold it. */
  public static final String TARGET = "plumbline.dev/target";

  /** Annotation on a generated Sync: {@code <tenant>/<environment>/<target>}. */
  public static final String GENERATED_FOR = "plumbline.dev/generated-for";

  /** Finalizer on a Tenant that Syncs were generated for. */
  public static final String TENANT_FINALIZER = "plumbline.dev/tenant";

  /** Finalizer on a Sync that owns objects. */
  public static final String SYNC_FINALIZER = "plumbline.dev/sync";

  /** Finalizer on an Inventory that a Sync may still name. */
  public static final String IN_USE = "plumbline.dev/in-use";

  private Marks() {}
}
