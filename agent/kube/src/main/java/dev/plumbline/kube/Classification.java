package dev.plumbline.kube;

import dev.plumbline.kube.Asked.How;
import dev.plumbline.kube.Refusal.Cause;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a no of the API server means: one table, read from the top. Keyed on code, reason and causes
 * first and on text last; every row was seen on a real server and has a test there.
 */
final class Classification {
  private static final List<Row> TABLE =
      List.of(
          row(Cause.UNAUTHORIZED, no -> no.code() == 401),

          // 409
          row(Cause.CONFLICT, no -> no.code() == 409 && no.causedBy("FieldManagerConflict")),
          row(Cause.EXISTS, no -> no.code() == 409 && no.asked().how() == How.CREATE),
          row(Cause.CHANGED, no -> no.code() == 409),

          // 422 on the uid we sent along: another object of that name
          row(Cause.CHANGED, no -> no.code() == 422 && no.only("metadata.uid", "immutable")),

          // 404
          row(Cause.NAMESPACE_MISSING, no -> no.code() == 404 && no.missesNamespace()),
          row(Cause.NO_SUCH_KIND, no -> no.code() == 404 && no.detail("kind").isEmpty()),
          row(Cause.GONE, no -> no.code() == 404),
          row(Cause.NO_SUCH_KIND, no -> no.code() == 405),

          // 403
          row(
              Cause.NAMESPACE_TERMINATING,
              no -> no.code() == 403 && no.causedBy("NamespaceTerminating")),
          row(
              Cause.WAITING_FOR_CLUSTER,
              no ->
                  no.code() == 403
                      && no.says("exceeded quota", "error looking up service account")),
          row(Cause.FORBIDDEN, no -> no.code() == 403),

          // 422, 400, 413
          row(
              Cause.IMMUTABLE,
              no -> no.code() == 422 && no.asked().how() == How.CHANGE && no.allImmutable()),
          row(Cause.INVALID, no -> no.code() == 422 || no.code() == 400 || no.code() == 413),
          row(Cause.INVALID, no -> no.code() == 406 || no.code() == 415),

          // 500 without a reason: errors of the manifest that arrive as errors of the server
          row(
              Cause.INVALID,
              no ->
                  no.code() == 500
                      && no.reason().isEmpty()
                      && no.says(
                          "failed to create typed patch object",
                          "failed to convert new object",
                          "expected numeric",
                          "duplicate entries for key",
                          "etcdserver: request is too large",
                          "trying to send message larger than max")),

          // What is left is the server's own trouble: 429, 503, 504, a webhook that failed.
          row(Cause.TRANSIENT, _ -> true));

  private Classification() {}

  static Refusal classify(Reply.Answered answer, Asked asked) {
    var no = ServerNo.read(answer, asked);
    Cause cause = TABLE.stream().filter(row -> row.when.test(no)).findFirst().orElseThrow().cause;
    return new Refusal(
        cause, no.code(), no.reason(), Explanation.of(no, cause), answer.retryAfter());
  }

  static Refusal notSent(String why) {
    return new Refusal(Cause.TRANSIENT, 0, "NotSent", why, Optional.empty());
  }

  /** A no of ours, before the server is asked. */
  static Refusal ours(Cause cause, String why) {
    return new Refusal(cause, 0, "", why, Optional.empty());
  }

  private static Row row(Cause cause, Predicate<ServerNo> when) {
    return new Row(cause, when);
  }

  private record Row(Cause cause, Predicate<ServerNo> when) {}
}
