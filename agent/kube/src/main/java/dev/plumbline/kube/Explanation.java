package dev.plumbline.kube;

import dev.plumbline.kube.Refusal.Cause;
import java.util.ArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Words a no for people, in one line. Of what the server says about a Secret only reason and path
 * stay, since its words may quote the value.
 */
final class Explanation {
  private static final int MOST = 500;
  private static final int MOST_OF_A_VALUE = 80;
  private static final Pattern MANIFEST_ERROR =
      Pattern.compile(
          "^failed to (?:create typed patch object|convert new object) \\([^)]*\\)"
              + "(?: to proper version)?: (.*)$",
          Pattern.DOTALL);
  private static final Pattern PATH = Pattern.compile("(?:^|: )(\\.[^\\s:]+)(?=: )");
  private static final Pattern UNKNOWN_FIELD = Pattern.compile("unknown field \"([^\"]*)\"");
  private static final Pattern INVALID_VALUE =
      Pattern.compile("^Invalid value: (.*): ([^:]*)$", Pattern.DOTALL);
  private static final Pattern RBAC = Pattern.compile(" cannot [a-z]+ resource ");

  private Explanation() {}

  static String of(ServerNo no, Cause cause) {
    String text = no.asked().secret() && mayQuote(no, cause) ? pathOnly(no) : worded(no);
    return cut(text.replaceAll("\\s+", " ").strip(), MOST);
  }

  private static boolean mayQuote(ServerNo no, Cause cause) {
    return switch (cause) {
      case EXISTS,
          CHANGED,
          GONE,
          NAMESPACE_MISSING,
          NAMESPACE_TERMINATING,
          NO_SUCH_KIND,
          UNAUTHORIZED ->
          false;
      case FORBIDDEN -> !RBAC.matcher(no.message()).find();
      case WAITING_FOR_CLUSTER -> !no.says("exceeded quota");
      case INVALID, IMMUTABLE, CONFLICT, TRANSIENT -> true;
    };
  }

  private static String pathOnly(ServerNo no) {
    String where =
        no.causes().stream()
            .map(ServerNo.CauseOf::field)
            .filter(field -> !field.isEmpty())
            .collect(Collectors.joining(", "));
    if (where.isEmpty()) {
      where = find(PATH, no.message());
    }
    if (where.isEmpty()) {
      where = find(UNKNOWN_FIELD, no.message());
    }
    String reason = no.reason().isEmpty() ? "" : " " + no.reason();
    return "%s was refused (%d%s)%s"
        .formatted(
            no.asked().key().orElseThrow(),
            no.code(),
            reason,
            where.isEmpty() ? "" : " because of " + where);
  }

  private static String worded(ServerNo no) {
    if (no.code() == 422 && no.causes().stream().anyMatch(cause -> !cause.field().isEmpty())) {
      var sentences = new ArrayList<String>();
      no.causes().forEach(cause -> sentences.add(worded(cause)));
      return String.join("; ", sentences);
    }
    Matcher manifest = MANIFEST_ERROR.matcher(no.message());
    if (manifest.matches()) {
      return manifest.group(1);
    }
    return no.message().isEmpty() ? "HTTP status " + no.code() : no.message();
  }

  // Long values are whole specs printed as Go values: the field and the complaint say more.
  private static String worded(ServerNo.CauseOf cause) {
    Matcher value = INVALID_VALUE.matcher(cause.message());
    String complaint =
        value.matches() && value.group(1).length() > MOST_OF_A_VALUE
            ? value.group(2)
            : cut(cause.message().lines().findFirst().orElse(""), MOST / 2);
    return cause.field().isEmpty() ? complaint : cause.field() + ": " + complaint;
  }

  private static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static String cut(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length - 1) + "…";
  }
}
