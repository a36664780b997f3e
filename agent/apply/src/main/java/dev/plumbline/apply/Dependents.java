package dev.plumbline.apply;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.model.ObjectKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What cannot be there without something that is held back, is held back with it. */
final class Dependents {
  private final Map<ObjectKey, Blocked> blocked = new HashMap<>();
  private final Set<ObjectKey> absent = new HashSet<>();

  private Dependents(Draft planned, Draft checked) {
    planned.all(Create.class).forEach(create -> absent.add(create.key()));
    checked.all(Blocked.class).forEach(held -> blocked.put(held.key(), held));
  }

  static Draft held(Draft planned, Draft checked) {
    var dependents = new Dependents(planned, checked);
    return dependents.blocked.isEmpty()
        ? checked
        : checked.with(checked.changes().stream().map(dependents::check).toList());
  }

  private Change check(Change change) {
    return switch (change) {
      case Create create -> inNamespace(create);
      case Defer defer -> ofDefinition(defer);
      default -> change;
    };
  }

  private Change inNamespace(Create create) {
    String name = create.key().namespace();
    Blocked namespace = name.isEmpty() ? null : blocked.get(Order.namespace(name));
    if (namespace == null) {
      return create;
    }
    if (namespace.reason() == Reason.BEING_DELETED) {
      return held(create, Reason.BEING_DELETED, "its namespace %s is being deleted");
    }
    // A namespace that is there takes objects, whatever is wrong with it.
    return absent.contains(namespace.key())
        ? held(create, Reason.DEPENDENCY_BLOCKED, "its namespace %s is held back")
        : create;
  }

  private static Change held(Create create, Reason reason, String message) {
    String namespace = create.key().namespace();
    return new Blocked(create.key(), reason, message.formatted(namespace), create.wanted().where());
  }

  private Change ofDefinition(Defer defer) {
    return blocked.containsKey(defer.definition())
        ? new Blocked(
            defer.key(),
            Reason.DEPENDENCY_BLOCKED,
            "its CustomResourceDefinition %s is held back".formatted(defer.definition().name()),
            defer.where())
        : defer;
  }
}
