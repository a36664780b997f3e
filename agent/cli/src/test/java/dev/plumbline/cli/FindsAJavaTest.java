package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script that the launcher and the Makefile ask for a Java. */
final class FindsAJavaTest {
  private static final Path SCRIPT = Path.of("src/main/dist/libexec/jdk-home").toAbsolutePath();

  @TempDir private Path home;

  @Test
  void java_home_goes_first() throws Exception {
    assertThat(found(java("25.0.3", "java"), "java")).isEqualTo(home + "/jdk\n");
    assertThat(found(java("27-ea", "java"), "java")).isEqualTo(home + "/jdk\n");
  }

  @Test
  void an_older_one_is_passed_over() throws Exception {
    assertThat(found(java("17.0.9", "java"), "java")).isNotEqualTo(home + "/jdk\n");
    assertThat(found(java("1.8.0_292", "java"), "java")).isNotEqualTo(home + "/jdk\n");
  }

  @Test
  void one_without_the_program_is_passed_over() throws Exception {
    assertThat(found(java("25.0.3", "java"), "javac")).isNotEqualTo(home + "/jdk\n");
  }

  @Test
  void of_several_the_closest_is_taken() throws Exception {
    java(".sdkman/candidates/java/b", "26", "plumbtest");
    java(".sdkman/candidates/java/a", "25.0.1", "plumbtest");
    java(".sdkman/candidates/java/c", "24.0.2", "plumbtest");

    assertThat(found(home.resolve("none"), "plumbtest"))
        .isEqualTo(home + "/.sdkman/candidates/java/a\n");
  }

  @Test
  void none_is_told_with_what_to_do() throws Exception {
    assertThat(found(home.resolve("none"), "plumbtest"))
        .startsWith("no Java 25 with plumbtest found: JAVA_HOME is " + home.resolve("none"))
        .contains("set JAVA_HOME")
        .hasLineCount(1);
  }

  private Path java(String version, String program) throws IOException {
    return java("jdk", version, program);
  }

  private Path java(String folder, String version, String program) throws IOException {
    Path jdk = home.resolve(folder);
    Files.createDirectories(jdk.resolve("bin"));
    Files.writeString(
        jdk.resolve("release"),
        "IMPLEMENTOR=\"Somebody\"\nJAVA_VERSION=\"%s\"\nOS_NAME=\"Linux\"\n".formatted(version));
    Path file = Files.writeString(jdk.resolve("bin").resolve(program), "");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return jdk;
  }

  private String found(Path javaHome, String program) throws Exception {
    var builder = new ProcessBuilder(SCRIPT.toString(), program).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder.environment().put("HOME", home.toString());
    var process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(printed.startsWith("no Java") ? 3 : 0);
    return printed;
  }
}
