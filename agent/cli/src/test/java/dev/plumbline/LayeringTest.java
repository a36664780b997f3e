package dev.plumbline;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNCHRONIZED;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.constructors;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.toMap;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.plumbline.kube.Connection;
import dev.plumbline.kube.Connections;
import dev.plumbline.kube.Identity;
import dev.plumbline.kube.Kubeconfig;
import dev.plumbline.model.Clock;
import dev.plumbline.verify.Attested;
import dev.plumbline.verify.Attester;
import dev.plumbline.verify.Verified;
import dev.plumbline.verify.Verifier;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * How the agent is built, and what no part of it may do. Read this first.
 *
 * <p>A push flows through it as a chain of immutable values, each made by one stage from the one
 * before. {@code reconcile} alone knows every stage and calls them in turn:
 *
 * <pre>{@code
 * Revision → Artifact → Verified → Rendered → Attested → Plan  → Applied → Live
 * source     source     verify     render     verify     apply   apply     apply
 * }</pre>
 */
final class LayeringTest {
  /**
   * Every module is one package below {@code dev.plumbline}. Behind its name: which of our modules
   * it may use, and which libraries, by their packages.
   */
  private static final Map<String, List<String>> MODULES =
      table(
          """
          model
          yaml       model                org.snakeyaml.engine
          api
          crypto
          kustomize  model yaml           com.google.re2j
          health     model yaml

          source     model crypto yaml    org.eclipse.jgit org.apache.sshd org.slf4j
          verify     model source
          render     model source verify yaml kustomize
          apply      model verify render yaml api kube health   org.slf4j

          kube       model yaml crypto    org.slf4j
          hub        model yaml api kube  org.slf4j
          server     model yaml           io.micrometer com.sun.net.httpserver org.slf4j
          reconcile  model source verify render apply yaml api kube hub health kustomize   org.slf4j
          cli        model source verify render yaml kustomize api kube hub apply health reconcile server   picocli ch.qos.logback org.slf4j

          testkit    model yaml           com.sun.net.httpserver
          """);

  /** What these do depends on their arguments only. */
  private static final String[] PURE =
      packages("model", "yaml", "api", "crypto", "kustomize", "health", "verify", "render");

  private static final String CREDENTIAL_PLUGIN = "dev.plumbline.cli.CredentialPlugin";

  private static final String TESTKIT = "dev.plumbline.testkit..";

  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.plumbline");

  @Test
  void every_module_is_in_the_table() {
    noClasses()
        .should()
        .resideOutsideOfPackages(packages(MODULES.keySet().toArray(String[]::new)))
        .because("what is not in the table is not held back by it")
        .check(CODE);
  }

  @TestFactory
  Stream<DynamicTest> a_module_uses_only_what_the_table_allows() {
    return MODULES.entrySet().stream()
        .map(
            module ->
                DynamicTest.dynamicTest(
                    module.getKey(), () -> usesOnly(module.getKey(), module.getValue())));
  }

  private static void usesOnly(String module, List<String> allowed) {
    classes()
        .that()
        .resideInAPackage("dev.plumbline." + module + "..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            Stream.concat(
                    Stream.of("java..", "javax..", "dev.plumbline." + module + ".."),
                    allowed.stream()
                        .map(name -> MODULES.containsKey(name) ? "dev.plumbline." + name : name)
                        .map(name -> name + ".."))
                .toArray(String[]::new))
        .because("values flow one way, and a library that one module sees can be replaced there")
        .allowEmptyShould(true)
        .check(CODE);
  }

  @Test
  void only_the_agent_command_loads_the_loop_and_the_server() {
    noClasses()
        .that()
        .resideInAPackage("dev.plumbline.cli")
        .and()
        .haveSimpleNameNotStartingWith("Agent")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages("reconcile", "server"))
        .because("every other command starts in the time of a keystroke")
        .allowEmptyShould(true)
        .check(CODE);
  }

  @Test
  void pure_modules_reach_nothing_outside() {
    noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..")
        .orShould()
        .accessTargetWhere(
            member(System.class, "getenv|getProperty|in|out|err")
                .or(member(java.io.FileInputStream.class, ".*"))
                .or(member(java.io.FileOutputStream.class, ".*"))
                .or(member(java.io.File.class, ".*")))
        .because("equal arguments give equal results: that is what memos by digest stand on")
        .check(CODE);
  }

  @Test
  void pure_modules_know_no_time() {
    noClasses()
        .that()
        .resideInAnyPackage(packages("yaml", "api", "kustomize", "health", "verify", "render"))
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Clock.class)
        .because("what they answered yesterday must be true today; time is handed in as a value")
        .check(CODE);
  }

  @Test
  void time_comes_from_the_clock() {
    noClasses()
        .that()
        .doNotBelongToAnyOf(Clock.class)
        .and()
        .resideOutsideOfPackage(TESTKIT)
        .should()
        .accessTargetWhere(
            member(System.class, "currentTimeMillis|nanoTime")
                .or(memberOf("java.time", "now"))
                .or(memberOf("java.time", "system.*")))
        .because("tests move the clock by hand; a second one would stand still or run away")
        .check(CODE);
  }

  @Test
  void chance_is_seeded() {
    noClasses()
        .should()
        .accessTargetWhere(
            member(Math.class, "random").or(member(Random.class, "<init>").and(parameters(0))))
        .because("a simulation must run the same way twice")
        .check(CODE);
  }

  @Test
  void nobody_sleeps() {
    noClasses()
        .that()
        .resideOutsideOfPackage(TESTKIT)
        .should()
        .accessTargetWhere(member(Thread.class, "sleep"))
        .because("whoever waits, waits for an event with a deadline, and can be woken")
        .check(CODE);
  }

  @Test
  void only_a_credential_plugin_is_started_as_a_process() {
    noClasses()
        .that()
        .resideOutsideOfPackage(TESTKIT)
        .and()
        .doNotHaveFullyQualifiedName(CREDENTIAL_PLUGIN)
        .should()
        .accessTargetWhere(member(ProcessBuilder.class, ".*").or(member(Runtime.class, "exec")))
        .because("what a process may do is not bounded by anything we check")
        .check(CODE);
  }

  @Test
  void the_agent_cannot_reach_a_credential_plugin() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.plumbline.cli..")
        .or()
        .haveNameMatching("dev[.]plumbline[.]cli[.]Agent.*")
        .should()
        .transitivelyDependOnClassesThat()
        .haveFullyQualifiedName(CREDENTIAL_PLUGIN)
        .because("a program of somebody's kubeconfig runs for that person alone, at a terminal")
        .check(CODE);
  }

  @Test
  void only_a_persons_own_kubeconfig_is_trusted() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.plumbline.cli.UserKubeconfig")
        .should()
        .accessTargetWhere(member(Kubeconfig.class, "readOwn|actingAs"))
        .because("who writes a Secret must not decide whom the agent trusts, or who it acts as")
        .check(CODE);
  }

  @Test
  void only_the_command_line_ends_the_process_and_prints() {
    noClasses()
        .that()
        .resideOutsideOfPackages("dev.plumbline.cli..", TESTKIT)
        .should()
        .accessTargetWhere(
            member(System.class, "exit|out|err").or(member(Runtime.class, "exit|halt")))
        .because("everything else is used by others, and answers by values and logs")
        .check(CODE);
  }

  @Test
  void public_types_lock_nothing_others_can_lock() {
    methods()
        .that()
        .areDeclaredInClassesThat()
        .arePublic()
        .should()
        .notHaveModifier(SYNCHRONIZED)
        .because("the monitor of a public object can be held by anyone; state has one owner")
        .check(CODE);
  }

  @Test
  void text_has_a_charset() {
    noClasses()
        .should()
        .accessTargetWhere(
            member(Charset.class, "defaultCharset")
                .or(member(String.class, "getBytes").and(parameters(0)))
                .or(member(String.class, "<init>").and(parameters(byte[].class)))
                .or(member(InputStreamReader.class, "<init>").and(parameters(1)))
                .or(member(OutputStreamWriter.class, "<init>").and(parameters(1)))
                .or(member(FileReader.class, "<init>").and(parameters(1)))
                .or(member(FileWriter.class, "<init>").and(parameters(1))))
        .because("the default is the machine's, and bytes must mean the same everywhere")
        .check(CODE);
  }

  @Test
  @Tag("SEC-TEN-02")
  void what_is_applied_is_applied_as_somebody() {
    noClasses()
        .that()
        .resideInAPackage("dev.plumbline.apply..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Connection.class, Connections.class, Identity.class)
        .because("whoever has a connection could forget whose rights he works with")
        .check(CODE);
  }

  @Test
  @Tag("SEC-TEN-02")
  void the_agent_acts_in_its_own_name_in_few_places() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "dev.plumbline.kube..", "dev.plumbline.hub..", "dev.plumbline.cli..")
        .and()
        .haveNameNotMatching("dev\\.plumbline\\.reconcile\\.(Mandate|Steward)([$].*)?")
        .should()
        .accessTargetWhere(member(Identity.Agent.class, "<init>"))
        .because("a tenant must not borrow the rights of the agent")
        .check(CODE);
  }

  @Test
  void only_a_verifier_makes_a_verified() {
    proofIsMadeIn(Verified.class, Verifier.class);
  }

  @Test
  void only_an_attester_makes_an_attested() {
    proofIsMadeIn(Attested.class, Attester.class);
  }

  private static void proofIsMadeIn(Class<?> proof, Class<?> maker) {
    constructors()
        .that()
        .areDeclaredIn(proof)
        .should()
        .notBePublic()
        .because("a value that proves something is made where it is proven, or proves nothing")
        .check(CODE);
    noClasses()
        .that()
        .doNotBelongToAnyOf(maker)
        .should()
        .accessTargetWhere(member(proof, "<init>"))
        .because("a value that proves something is made where it is proven, or proves nothing")
        .check(CODE);
  }

  /** A method, constructor ({@code <init>}) or field of a class, called, read or referred to. */
  private static DescribedPredicate<JavaAccess<?>> member(Class<?> owner, String names) {
    return describe(
        owner.getSimpleName() + "." + names,
        access -> access.getTargetOwner().isEquivalentTo(owner) && access.getName().matches(names));
  }

  private static DescribedPredicate<JavaAccess<?>> memberOf(String ownersPackage, String names) {
    return describe(
        ownersPackage + ".*." + names,
        access ->
            access.getTargetOwner().getPackageName().equals(ownersPackage)
                && access.getName().matches(names));
  }

  private static DescribedPredicate<JavaAccess<?>> parameters(int count) {
    return describe(
        "with %d parameters".formatted(count),
        access ->
            access.getTarget() instanceof CodeUnitAccessTarget target
                && target.getRawParameterTypes().size() == count);
  }

  private static DescribedPredicate<JavaAccess<?>> parameters(Class<?>... types) {
    return describe(
        "with the parameters " + Arrays.toString(types),
        access ->
            access.getTarget() instanceof CodeUnitAccessTarget target
                && target.getRawParameterTypes().stream()
                    .map(type -> type.getName())
                    .toList()
                    .equals(Stream.of(types).map(Class::getName).toList()));
  }

  private static String[] packages(String... modules) {
    return Stream.of(modules).map(name -> "dev.plumbline." + name + "..").toArray(String[]::new);
  }

  private static Map<String, List<String>> table(String text) {
    return text.lines()
        .filter(line -> !line.isBlank())
        .map(line -> Pattern.compile(" +").splitAsStream(line).toList())
        .collect(toMap(List::getFirst, words -> words.subList(1, words.size())));
  }
}
