package dev.plumbline.health;

import dev.plumbline.health.Facts.Condition;
import dev.plumbline.model.GroupKind;
import dev.plumbline.model.MapNode;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The rules of every kind we know, and those that hold for all. */
public final class HealthRules {
  private static final Map<GroupKind, Rule> RULES =
      Map.ofEntries(
          Map.entry(new GroupKind("apps", "Deployment"), Workloads.DEPLOYMENT),
          Map.entry(new GroupKind("apps", "StatefulSet"), Workloads.STATEFUL_SET),
          Map.entry(new GroupKind("apps", "DaemonSet"), Workloads.DAEMON_SET),
          Map.entry(new GroupKind("apps", "ReplicaSet"), Workloads.REPLICA_SET),
          Map.entry(new GroupKind("batch", "Job"), Pods.JOB),
          Map.entry(new GroupKind("", "Pod"), Pods.POD),
          Map.entry(new GroupKind("", "PersistentVolumeClaim"), Others.CLAIM),
          Map.entry(new GroupKind("", "Service"), Others.SERVICE),
          Map.entry(new GroupKind("", "Namespace"), Others.NAMESPACE),
          Map.entry(new GroupKind("policy", "PodDisruptionBudget"), Others.DISRUPTION_BUDGET),
          Map.entry(
              new GroupKind("apiextensions.k8s.io", "CustomResourceDefinition"),
              Others.DEFINITION));

  private static final Rule CUSTOM = Rule.reading(HealthRules::byConditions);
  private static final Set<String> BUILT_IN = Set.of("", "apps", "batch", "autoscaling", "policy");

  private HealthRules() {}

  /**
   * Whether the health of this kind shows in its fields. Built-in kinds without a rule are healthy
   * as soon as they exist; every custom kind may carry conditions.
   */
  public static boolean hasRule(GroupKind kind) {
    return ruleOf(kind).isPresent();
  }

  /** How the object is doing, from the object alone. */
  public static Health assess(MapNode object) {
    var facts = new Facts(object);
    if (object.at("metadata", "deletionTimestamp").isPresent()) {
      return terminating(facts);
    }
    return ruleOf(kindOf(facts))
        .map(rule -> assess(facts, rule))
        .orElseGet(() -> Health.current("exists"));
  }

  /** Only what the rules read: {@code assess(project(x))} is {@code assess(x)}. */
  public static MapNode project(MapNode object) {
    return Projection.of(object, ruleOf(kindOf(new Facts(object))).orElse(CUSTOM));
  }

  private static Health assess(Facts facts, Rule rule) {
    Optional<Long> observed = facts.number("status", "observedGeneration");
    long generation = facts.count("metadata", "generation");
    if (observed.isPresent() && observed.get() != generation) {
      return notObserved(observed.get(), generation);
    }
    return rule.assessment().of(facts);
  }

  /** An object of which only an earlier generation was looked at. */
  public static Health notObserved(long observed, long generation) {
    return Health.inProgress(
        "GenerationNotObserved",
        "its controller has seen generation %d, not yet %d".formatted(observed, generation));
  }

  private static Health terminating(Facts facts) {
    var finalizers = facts.object().list("metadata", "finalizers");
    String held = finalizers.isEmpty() ? "" : ", held by " + finalizers.getFirst();
    return new Health(
        Health.Status.TERMINATING,
        "Terminating",
        "being deleted since " + facts.text("metadata", "deletionTimestamp") + held);
  }

  private static Health byConditions(Facts facts) {
    for (String bad : new String[] {"Stalled", "Failed"}) {
      Optional<Condition> condition = facts.whenTrue(bad);
      if (condition.isPresent()) {
        return Health.failed(condition.get().reason(), condition.get().why());
      }
    }
    Optional<Condition> reconciling = facts.whenTrue("Reconciling");
    if (reconciling.isPresent()) {
      return Health.inProgress(reconciling.get().reason(), reconciling.get().why());
    }
    for (String good : new String[] {"Ready", "Complete", "Available"}) {
      Optional<Condition> condition = facts.condition(good);
      if (condition.isPresent()) {
        return condition.get().isTrue()
            ? Health.current(lower(good))
            : Health.inProgress(condition.get().reason(), condition.get().why());
      }
    }
    return Health.current("exists, and has no condition that tells more");
  }

  private static String lower(String word) {
    return word.toLowerCase(Locale.ROOT);
  }

  private static Optional<Rule> ruleOf(GroupKind kind) {
    Rule rule = RULES.get(kind);
    if (rule != null) {
      return Optional.of(rule);
    }
    boolean builtIn = BUILT_IN.contains(kind.group()) || kind.group().endsWith(".k8s.io");
    return builtIn ? Optional.empty() : Optional.of(CUSTOM);
  }

  private static GroupKind kindOf(Facts facts) {
    String apiVersion = facts.text("apiVersion");
    int slash = apiVersion.indexOf('/');
    return new GroupKind(slash < 0 ? "" : apiVersion.substring(0, slash), facts.text("kind"));
  }
}
