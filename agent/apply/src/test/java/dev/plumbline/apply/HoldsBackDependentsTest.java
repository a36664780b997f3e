package dev.plumbline.apply;

import static dev.plumbline.apply.Samples.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.apply.Change.Blocked;
import dev.plumbline.apply.Change.Create;
import dev.plumbline.apply.Change.Defer;
import dev.plumbline.apply.Change.Reason;
import dev.plumbline.apply.Change.Update;
import dev.plumbline.apply.Change.Why;
import dev.plumbline.kube.Guard;
import dev.plumbline.kube.ServedKind;
import dev.plumbline.model.MapNode;
import dev.plumbline.model.ObjectKey;
import dev.plumbline.model.Position;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class HoldsBackDependentsTest {
  private static final Position HERE = new Position("crd.yaml", 1);
  private static final ObjectKey NAMESPACE = Order.namespace("web");
  private static final ObjectKey DEFINITION =
      new ObjectKey(Desires.CRD.group(), Desires.CRD.kind(), "", "widgets.acme.io");

  private final Change inNamespace = new Create(configMap("a", "1"));

  @Test
  void what_goes_into_a_new_namespace_that_is_refused() {
    Draft planned = new Draft(List.of(new Create(namespace()), inNamespace));
    Draft checked = new Draft(List.of(held(NAMESPACE, Reason.INVALID), inNamespace));

    assertThat(reasons(planned, checked))
        .containsExactly(Reason.INVALID, Reason.DEPENDENCY_BLOCKED);
  }

  @Test
  void but_not_what_goes_into_one_that_is_there() {
    var update = new Update(namespace(), new Guard("u", "1"), Why.CHANGED, false);
    Draft planned = new Draft(List.of(update, inNamespace));
    Draft checked = new Draft(List.of(held(NAMESPACE, Reason.INVALID), inNamespace));

    assertThat(Dependents.held(planned, checked)).isEqualTo(checked);
  }

  @Test
  void what_goes_into_a_namespace_that_is_being_deleted() {
    Draft draft = new Draft(List.of(held(NAMESPACE, Reason.BEING_DELETED), inNamespace));

    assertThat(reasons(draft, draft)).containsExactly(Reason.BEING_DELETED, Reason.BEING_DELETED);
  }

  @Test
  void an_object_whose_definition_is_held_back() {
    var widget = new Defer(new ObjectKey("acme.io", "Widget", "web", "w"), DEFINITION, HERE);
    Draft planned = new Draft(List.of(widget));
    Draft checked = new Draft(List.of(held(DEFINITION, Reason.INVALID), widget));

    assertThat(reasons(planned, checked))
        .containsExactly(Reason.INVALID, Reason.DEPENDENCY_BLOCKED);
    assertThat(Dependents.held(planned, planned)).isEqualTo(planned);
  }

  private static List<Reason> reasons(Draft planned, Draft checked) {
    return Dependents.held(planned, checked).all(Blocked.class).map(Blocked::reason).toList();
  }

  private static Blocked held(ObjectKey key, Reason reason) {
    return new Blocked(key, reason, "no", HERE);
  }

  private static Wanted namespace() {
    var kind = new ServedKind("", "v1", "Namespace", "namespaces", false, Set.of());
    return new Wanted(NAMESPACE, kind, MapNode.EMPTY, HERE);
  }
}
