package dev.plumbline.source.git;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import dev.plumbline.source.git.FetchOutcome.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RefusesUnsafeObjectsTest extends GitTest {

  @ParameterizedTest
  @Tag("SEC-GIT-03")
  @ValueSource(
      strings = {
        ".git",
        ".GIT",
        "git~1",
        ".g\u200cit",
        ".git ",
        ".",
        "..",
        "a/b",
        "a\\b",
        "nul",
        "aux.yaml",
        "a:b",
        "trailing.",
      })
  void refuses_a_tree_with_such_a_name(String name) throws Exception {
    String blob = fleet.blob("x".getBytes(StandardCharsets.UTF_8));
    fleet.commitTree("main", fleet.raw("tree", entry("100644", name, blob)));

    var refused = refused(source("main"), Reason.MALFORMED);

    assertThat(refused.sentence()).contains("holds an object that is not safe to use");
  }

  @Test
  @Tag("SEC-GIT-03")
  void refuses_two_names_in_one_tree_and_names_that_differ_in_case_only() throws Exception {
    String blob = fleet.blob("x".getBytes(StandardCharsets.UTF_8));
    byte[] twice = join(entry("100644", "a", blob), entry("100644", "a", blob));
    fleet.commitTree("main", fleet.raw("tree", twice));
    refused(source("main"), Reason.MALFORMED);

    byte[] cases = join(entry("100644", "A", blob), entry("100644", "a", blob));
    fleet.commitTree("other", fleet.raw("tree", cases));
    refused(source("other"), Reason.MALFORMED);
  }

  @Test
  void takes_old_commits_with_odd_author_lines() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    String tree = fleet.git("rev-parse", "main^{tree}");
    String commit =
        """
        tree %s
        author nobody <> 1 +051800
        committer alice <alice@example.com> 1700000000 +0000

        from another century
        """
            .formatted(tree);
    fleet.point("main", fleet.raw("commit", commit.getBytes(StandardCharsets.UTF_8)));

    assertThat(fetch("main").heads()).containsKey(branch("main"));
  }

  @Test
  void refuses_a_branch_that_is_no_commit() throws Exception {
    String blob = fleet.blob("x".getBytes(StandardCharsets.UTF_8));
    Files.writeString(fleet.directory().resolve("refs/heads/main"), blob + "\n");

    refused(source("main"), Reason.MALFORMED);
  }

  @Test
  @Tag("SEC-GIT-08")
  void refuses_more_objects_than_the_limit() throws Exception {
    for (int i = 0; i < 30; i++) {
      fleet.file("f%d.yaml".formatted(i), "x: %d\n".formatted(i));
    }
    fleet.commit("main");
    restart(Limits.packObjects(20));

    assertThat(refused(source("main"), Reason.OVER_LIMIT).sentence())
        .endsWith("sent 32 objects in one fetch, the limit is 20");
  }

  @Test
  @Tag("SEC-GIT-08")
  void refuses_a_pack_that_claims_four_billion_objects() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    server.stepIn(
        request -> {
          if (!sendsPack(request)) {
            return false;
          }
          var pack = new ByteArrayOutputStream();
          pack.write("PACK".getBytes(StandardCharsets.US_ASCII));
          pack.write(HexFormat.of().parseHex("00000002ffffffff"));
          answerPack(request, pack.toByteArray());
          return true;
        });

    refused(source("main"), Reason.OVER_LIMIT);
  }

  @Test
  @Tag("SEC-GIT-08")
  void refuses_an_object_that_inflates_beyond_the_limit() throws Exception {
    fleet.file("zeros", new byte[3_000_000]).commit("main");
    restart(Limits.objectBytes(1_000_000));

    assertThat(refused(source("main"), Reason.OVER_LIMIT).sentence())
        .contains("holds too large an object");
  }

  @Test
  @Tag("SEC-GIT-08")
  void refuses_a_pack_that_is_longer_than_the_limit() throws Exception {
    var noise = new byte[2_000_000];
    new Random(1).nextBytes(noise);
    fleet.file("noise", noise).commit("main");
    restart(Limits.packBytes(1_000_000));

    refused(source("main"), Reason.OVER_LIMIT);
    assertThat(leftovers()).isEmpty();
  }

  @Test
  @Tag("SEC-GIT-09")
  void refuses_a_pack_with_a_wrong_checksum() throws Exception {
    server.stepIn(
        request -> {
          if (!sendsPack(request)) {
            return false;
          }
          byte[] pack = HexFormat.of().parseHex("5041434b0000000200000000" + "ab".repeat(20));
          answerPack(request, pack);
          return true;
        });
    fleet.file("a.yaml", "a: 1\n").commit("main");

    refused(source("main"), Reason.MALFORMED);
  }

  @Test
  void refuses_a_server_that_keeps_objects_back() throws Exception {
    fleet.file("a.yaml", "a: 1\n").commit("main");
    server.stepIn(
        request -> {
          if (!sendsPack(request)) {
            return false;
          }
          // An empty pack, and a valid one.
          answerPack(
              request,
              HexFormat.of()
                  .parseHex("5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e"));
          return true;
        });

    assertThat(refused(source("main"), Reason.MALFORMED).sentence())
        .endsWith("did not send all objects of the refs it shows");
  }

  @Test
  @Tag("SEC-GIT-09")
  void refuses_a_sound_pack_of_other_objects_than_those_promised() throws Exception {
    String foreign = fleet.file("a.yaml", "a: foreign\n").commitAnew("foreign");
    byte[] pack = packed(foreign);
    fleet.git("update-ref", "-d", "refs/heads/foreign");
    String promised = fleet.file("a.yaml", "a: 1\n").commitAnew("main");
    server.stepIn(
        request -> {
          if (!sendsPack(request)) {
            return false;
          }
          answerPack(request, pack);
          return true;
        });

    assertThat(refused(source("main"), Reason.MALFORMED).sentence())
        .endsWith("did not send all objects of the refs it shows");
    for (String commit : List.of(promised, foreign)) {
      assertThatThrownBy(() -> repositories.artifact(main(commit))).isInstanceOf(FetchNeeded.class);
    }

    server.stepIn(request -> false);
    var asked = new GitRef.Commit(foreign, Optional.empty());
    var fetched = fetch(branch("main"), asked);

    assertThat(fetched.heads()).containsOnly(Map.entry(branch("main"), main(promised)));
    assertThat(fetched.missing()).containsOnlyKeys(asked);
  }

  @Test
  @Tag("SEC-GIT-04")
  void refuses_a_submodule_with_a_carriage_return_in_its_name() throws Exception {
    fleet.commitTree("main", fleet.raw("tree", entry("160000", "vendor\r", "1".repeat(40))));

    assertThat(refused(source("main"), Reason.MALFORMED).sentence())
        .contains("holds an object that is not safe to use");
  }

  @Test
  void a_connection_that_breaks_in_mid_pack_leaves_nothing_and_the_next_fetch_works()
      throws Exception {
    var noise = new byte[500_000];
    new Random(1).nextBytes(noise);
    fleet.file("noise", noise).commit("main");
    server.stepIn(
        request -> {
          if (!sendsPack(request)) {
            return false;
          }
          request.getResponseHeaders().add("Content-Type", "application/x-git-upload-pack-result");
          request.sendResponseHeaders(200, 1_000_000);
          request.getResponseBody().write("000dpackfile\n".getBytes(StandardCharsets.US_ASCII));
          request.getResponseBody().flush();
          throw new IOException("cut");
        });
    refused(source("main"), Reason.CONNECTION_FAILED);
    assertThat(leftovers()).isEmpty();

    server.stepIn(request -> false);

    assertThat(fetch("main").heads()).containsKey(branch("main"));
  }

  /** A pack as Git makes it, with one commit and all that it needs. */
  private byte[] packed(String commit) throws Exception {
    Path wanted = Files.writeString(temporary.resolve("wanted"), commit + "\n");
    Path pack = temporary.resolve("foreign.pack");
    var git =
        new ProcessBuilder(
            "git",
            "--git-dir",
            fleet.directory().toString(),
            "pack-objects",
            "-q",
            "--revs",
            "--stdout");
    git.redirectInput(wanted.toFile()).redirectOutput(pack.toFile());
    assertThat(git.start().waitFor()).isZero();
    return Files.readAllBytes(pack);
  }

  private List<Path> leftovers() throws IOException {
    try (Stream<Path> files = Files.walk(clones())) {
      return files.filter(file -> file.toString().endsWith(".pack")).toList();
    }
  }

  // In protocol 2 both questions go to one path: the one for a pack says "done" or "want".
  private static boolean sendsPack(HttpExchange request) throws IOException {
    if (!request.getRequestMethod().equals("POST")) {
      return false;
    }
    byte[] body = request.getRequestBody().readAllBytes();
    request.setStreams(new ByteArrayInputStream(body), null);
    boolean zipped = "gzip".equals(request.getRequestHeaders().getFirst("Content-Encoding"));
    var in = new ByteArrayInputStream(body);
    byte[] text = (zipped ? new GZIPInputStream(in) : in).readAllBytes();
    return new String(text, StandardCharsets.ISO_8859_1).contains("command=fetch");
  }

  private static void answerPack(HttpExchange request, byte[] pack) throws IOException {
    request.getResponseHeaders().add("Content-Type", "application/x-git-upload-pack-result");
    request.sendResponseHeaders(200, 0);
    var out = request.getResponseBody();
    out.write("000dpackfile\n".getBytes(StandardCharsets.US_ASCII));
    out.write("%04x\u0001".formatted(pack.length + 5).getBytes(StandardCharsets.ISO_8859_1));
    out.write(pack);
    out.write("0000".getBytes(StandardCharsets.US_ASCII));
  }

  private static byte[] entry(String mode, String name, String id) throws IOException {
    return join(
        (mode + " " + name + "\0").getBytes(StandardCharsets.UTF_8), HexFormat.of().parseHex(id));
  }

  private static byte[] join(byte[] a, byte[] b) throws IOException {
    var out = new ByteArrayOutputStream();
    out.write(a);
    out.write(b);
    return out.toByteArray();
  }
}
