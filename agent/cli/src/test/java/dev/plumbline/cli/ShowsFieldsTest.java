package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.model.ObjectKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the difference between two versions of an object is worded. */
final class ShowsFieldsTest {
  private static final ObjectKey CONFIG_MAP = new ObjectKey("", "ConfigMap", "web", "settings");
  private static final ObjectKey SECRET = new ObjectKey("", "Secret", "web", "login");

  @Test
  void items_of_lists_by_what_tells_them_apart() {
    assertThat(
            paths(
                "{\"c\": [{\"name\": \"a\", \"v\": 1}, {\"name\": \"b\", \"v\": 1}]}",
                "{\"c\": [{\"name\": \"b\", \"v\": 2}, {\"name\": \"x\", \"v\": 1}]}"))
        .containsExactly("c[name=a]", "c[name=b].v", "c[name=x]");
    assertThat(
            paths(
                "{\"p\": [{\"port\": 80, \"protocol\": \"TCP\", \"t\": 1}]}",
                "{\"p\": [{\"port\": 80, \"protocol\": \"TCP\", \"t\": 2}]}"))
        .containsExactly("p[port=80,protocol=TCP].t");
    assertThat(paths("{\"args\": [\"a\"]}", "{\"args\": [\"b\"]}")).containsExactly("args");
    assertThat(
            paths(
                "{\"c\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}",
                "{\"c\": [{\"name\": \"b\"}, {\"name\": \"a\"}]}"))
        .as("another order")
        .containsExactly("c");
  }

  @Test
  void keys_with_dots_in_quotes() {
    assertThat(paths("{\"a\": {\"b.c/d\": 1}}", "{\"a\": {\"b.c/d\": 2}}"))
        .containsExactly("a[\"b.c/d\"]");
  }

  @Test
  void only_the_lines_of_a_long_text_that_differ() {
    assertThat(
            printed(
                CONFIG_MAP,
                "{\"data\": {\"conf\": \"one\\ntwo\\nthree\\nfour\\n\"}}",
                "{\"data\": {\"conf\": \"one\\n2\\nthree\\nfour\\n\"}}"))
        .isEqualTo(
            """
            ~ v1/ConfigMap web/settings
                data.conf
                  @   from line 2
              -   two
              +   2
            """);
  }

  @Test
  void no_value_of_a_secret_whether_it_comes_goes_or_changes() {
    String printed =
        printed(
            SECRET,
            """
            {"metadata": {"annotations": {"kubectl.kubernetes.io/last-applied-configuration":
              "{\\"data\\": \\"aaa\\"}"}},
             "data": {"same": "aaa", "changed": "bbb", "gone": "ccc"}, "type": "Opaque"}""",
            """
            {"metadata": {}, "data": {"same": "aaa", "changed": "ddd", "new": "eee"},
             "stringData": {"plain": "fff"}, "type": "other"}""");

    assertThat(printed)
        .contains("data.changed", "data.gone", "data.new", "stringData", "type")
        .doesNotContain("data.same")
        .doesNotContainPattern("aaa|bbb|ccc|ddd|eee|fff|last-applied");
  }

  @Test
  void nothing_that_is_the_servers_or_ours() {
    assertThat(
            printed(
                CONFIG_MAP,
                """
                {"metadata": {"uid": "1", "resourceVersion": "1", "generation": 1,
                  "managedFields": [], "creationTimestamp": "x",
                  "labels": {"plumbline.dev/hub": "a", "applyset.kubernetes.io/part-of": "b"},
                  "annotations": {"plumbline.dev/sync": "c"}}, "status": {"a": 1}}""",
                "{\"metadata\": {\"uid\": \"2\"}}"))
        .isEqualTo("~ v1/ConfigMap web/settings\n");
  }

  private static List<String> paths(String before, String after) {
    return FieldDiff.between(TestHub.json(before), TestHub.json(after)).stream()
        .map(FieldDiff.Change::path)
        .toList();
  }

  private static String printed(ObjectKey key, String before, String after) {
    var shown = Presentable.of(key, TestHub.json(before), TestHub.json(after));
    var out = new StringWriter();
    new DiffPrinter(new PrintWriter(out, true), false)
        .changed(key, FieldDiff.between(shown.before(), shown.after()));
    return out.toString();
  }
}
