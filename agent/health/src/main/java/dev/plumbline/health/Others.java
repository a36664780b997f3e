package dev.plumbline.health;

import dev.plumbline.health.Facts.Condition;
import java.util.Optional;

/** Kinds with a table of a line or two. */
final class Others {
  static final Rule CLAIM = Rule.reading(Others::claim, "status.phase");
  static final Rule SERVICE =
      Rule.reading(Others::service, "spec.type", "spec.externalIPs", "status.loadBalancer.ingress");
  static final Rule NAMESPACE = Rule.reading(Others::namespace, "status.phase");
  static final Rule DISRUPTION_BUDGET =
      Rule.reading(Others::disruptionBudget, "status.currentHealthy", "status.desiredHealthy");
  static final Rule DEFINITION = Rule.reading(Others::definition);

  private Others() {}

  private static Health claim(Facts facts) {
    return switch (facts.text("status", "phase")) {
      case "Bound" -> Health.current("bound");
      case "Lost" -> Health.failed("Lost", "its volume is gone");
      default -> Health.inProgress("NotBound", "not bound to a volume yet");
    };
  }

  private static Health service(Facts facts) {
    boolean waits =
        facts.text("spec", "type").equals("LoadBalancer")
            && facts.object().list("spec", "externalIPs").isEmpty()
            && facts.object().list("status", "loadBalancer", "ingress").isEmpty();
    return waits
        ? Health.inProgress("NoAddress", "no load balancer has an address for it yet")
        : Health.current("exists");
  }

  private static Health namespace(Facts facts) {
    return facts.text("status", "phase").equals("Active")
        ? Health.current("active")
        : Health.inProgress("NotActive", "not active yet");
  }

  private static Health disruptionBudget(Facts facts) {
    if (facts.number("status", "observedGeneration").isEmpty()) {
      return Health.inProgress("GenerationNotObserved", "its controller has not seen it yet");
    }
    long healthy = facts.count("status", "currentHealthy");
    long wanted = facts.count("status", "desiredHealthy");
    return healthy < wanted
        ? Health.inProgress(
            "BudgetNotMet", "%d Pods healthy, %d are to be".formatted(healthy, wanted))
        : Health.current("%d Pods healthy, %d are to be".formatted(healthy, wanted));
  }

  private static Health definition(Facts facts) {
    Optional<Condition> names = facts.condition("NamesAccepted");
    if (names.filter(condition -> condition.status().equals("False")).isPresent()) {
      return Health.failed(names.get().reason(), names.get().why());
    }
    return facts.whenTrue("Established").isPresent()
        ? Health.current("established")
        : Health.inProgress("NotEstablished", "not established yet");
  }
}
