package dev.plumbline.hub;

import dev.plumbline.api.schema.Field;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/** A record of the API taken apart once: its components and the way to make one. */
record Shape(Class<?> type, Constructor<?> constructor, List<Part> parts) {
  private static final ClassValue<Shape> SHAPES =
      new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
          return taken(type);
        }
      };

  /**
   * @param name as it is written
   */
  record Part(String name, Field field, RecordComponent component) {
    Object valueIn(Record record) {
      try {
        return component.getAccessor().invoke(record);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("the records of the API are public", e);
      }
    }
  }

  static Shape of(Class<?> type) {
    return SHAPES.get(type);
  }

  Object make(Object[] arguments, String at) {
    try {
      return constructor.newInstance(arguments);
    } catch (InvocationTargetException e) {
      throw new MalformedException(at, "is no " + type.getSimpleName() + ": " + e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the records of the API are public", e);
    }
  }

  private static Shape taken(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    try {
      var types = Arrays.stream(components).map(RecordComponent::getType);
      return new Shape(
          type,
          type.getDeclaredConstructor(types.toArray(Class<?>[]::new)),
          Arrays.stream(components).map(Shape::part).toList());
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("every record has its canonical constructor", e);
    }
  }

  private static Part part(RecordComponent component) {
    Field field = component.getAnnotation(Field.class);
    String name = field.name().isEmpty() ? component.getName() : field.name();
    return new Part(name, field, component);
  }
}
