package dev.plumbline.kube;

import java.util.List;

/** What became of a write. There is no fourth case, and none of them was retried. */
public sealed interface Answer {

  /**
   * It was carried out, or for a dry run would be. A delete answers with the object's last
   * metadata; {@code meta.deleting()} then tells that finalizers still hold it.
   *
   * @param warnings what the server warned of, in its words
   */
  record Done(Meta meta, List<String> warnings) implements Answer {
    public Done {
      warnings = List.copyOf(warnings);
    }
  }

  /** The server, or the circuit breaker before it, said no; nothing was changed. */
  record Refused(Refusal refusal) implements Answer {}

  /**
   * The request may or may not have been carried out: the connection broke or the time ran out
   * after it was sent. Read back before anything else.
   */
  record Unknown(String why) implements Answer {}
}
