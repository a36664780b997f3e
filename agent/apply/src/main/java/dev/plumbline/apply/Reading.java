package dev.plumbline.apply;

import dev.plumbline.apply.Wishes.Mode;
import dev.plumbline.apply.Wishes.Objection;
import dev.plumbline.model.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The {@link Wishes} of one object, as its annotations are read one by one. */
final class Reading {
  private static final int MOST_WAVES = 10_000;
  private static final int MOST_DEPENDENCIES = 100;

  private String name = "";
  private String value = "";
  private Mode mode = Mode.WHOLE;
  private String because = "";
  private String keptBy = "";
  private String confirmBy = "";
  private boolean recreate;
  private boolean replace;
  private boolean argoHook;
  private Integer wave;
  private final List<ObjectKey> dependsOn = new ArrayList<>();
  private boolean judged = true;
  private boolean additionsStay;
  private Objection objection;
  private final List<String> remarks = new ArrayList<>();

  void at(String annotation, String text) {
    name = annotation;
    value = text;
  }

  /** One of several in the value. */
  void option(String text) {
    value = text;
  }

  private String here() {
    return name + ": " + value;
  }

  void nothing() {}

  void merge() {
    if (mode == Mode.WHOLE) {
      mode = Mode.MERGE;
      because = here();
    }
  }

  void additionsStay() {
    additionsStay = true;
  }

  void ifAbsent() {
    if (mode == Mode.WHOLE) {
      mode = Mode.IF_ABSENT;
      because = here();
    }
  }

  void ignore() {
    if (mode != Mode.IGNORE) {
      mode = Mode.IGNORE;
      because = here();
    }
  }

  void keep() {
    if (keptBy.isEmpty()) {
      keptBy = here();
    }
  }

  void confirm() {
    confirmBy = here();
  }

  void recreate() {
    recreate = true;
  }

  void replace() {
    replace = true;
  }

  void unjudged() {
    judged = false;
  }

  void argoHook() {
    argoHook = true;
  }

  boolean hasArgoHook() {
    return argoHook;
  }

  void hook() {
    fail(
        true,
        "annotation %s asks for a hook, and hooks are not run: deliver it without, or leave it out"
            .formatted(here()));
  }

  /** Ours comes first in the table, and counts. */
  void wave(String text, boolean ours) {
    if (wave != null) {
      return;
    }
    try {
      int number = Integer.parseInt(text.strip());
      if (Math.abs(number) <= MOST_WAVES) {
        wave = number;
        return;
      }
    } catch (NumberFormatException e) {
      // told below, with what is out of range
    }
    String expected = "a whole number from -%d to %d".formatted(MOST_WAVES, MOST_WAVES);
    if (ours) {
      wrong(expected);
    } else {
      remark("annotation %s: expected %s".formatted(here(), expected));
    }
  }

  void dependsOn(String text) {
    for (String reference : Annotations.listed(text).toList()) {
      Optional<ObjectKey> key = Reference.parse(reference);
      if (key.isEmpty() || dependsOn.size() >= MOST_DEPENDENCIES) {
        wrong(
            "at most %d of group/namespaces/namespace/kind/name or group/kind/name"
                .formatted(MOST_DEPENDENCIES));
        return;
      }
      dependsOn.add(key.get());
    }
  }

  void wrong(String expected) {
    fail(false, "annotation %s is '%s', expected %s".formatted(name, value, expected));
  }

  private void fail(boolean unsupported, String sentence) {
    if (objection == null) {
      objection = new Objection(unsupported, sentence);
    }
  }

  void unknown() {
    remark("annotation %s means nothing here".formatted(here()));
  }

  void remark(String sentence) {
    remarks.add(sentence);
  }

  Wishes wishes() {
    if (replace && !recreate) {
      at("argocd.argoproj.io/sync-options", "Replace=true");
      unknown();
    }
    return new Wishes(
        mode,
        because,
        keptBy,
        confirmBy,
        recreate,
        wave == null ? 0 : wave,
        dependsOn,
        judged && mode != Mode.MERGE, // how it is doing is its owner's to care for
        additionsStay,
        Optional.ofNullable(objection),
        remarks);
  }
}
