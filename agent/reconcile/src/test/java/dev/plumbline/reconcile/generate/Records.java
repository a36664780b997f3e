package dev.plumbline.reconcile.generate;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Records of which a test cares for a few components; the others are absent. */
final class Records {
  private Records() {}

  static <R extends Record> R of(Class<R> type, Map<String, ?> components) {
    RecordComponent[] all = type.getRecordComponents();
    Class<?>[] types = Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values = Arrays.stream(all).map(one -> value(one, components)).toArray();
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Object value(RecordComponent component, Map<String, ?> components) {
    Object given = components.get(component.getName());
    if (given != null) {
      return given;
    }
    Class<?> type = component.getType();
    if (type == boolean.class) {
      return false;
    }
    if (type == List.class) {
      return List.of();
    }
    return type == Map.class ? Map.of() : null;
  }
}
