package dev.flamegate;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.flamegate.model.Warning;
import dev.flamegate.model.finding.ValidityProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * The arrows of the design: cli → gate → {load, runtime, store, report} → judge → {plan, profile, stats} → format →
 * model. docs/internals/architecture.md shows all of them.
 */
class ArchitectureTest {
    static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(place -> !place.contains("test-classes") && !place.contains("-tests.jar"))
            .withImportOption(place -> !place.contains("/dev/flamegate/probe/asm/")) // ASM in the probe's jar
            .importPackages("dev.flamegate");

    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "flamegate");

    /** Cycles that are one idea in two or three files. No new ones. */
    private static final Set<String> CYCLES = Set.of(
            // A command of picocli names its subcommands, and they ask it for the history.
            "cli.history.HistoryCommand, cli.history.HistoryImportCommand, cli.history.HistoryPruneCommand");

    @Test
    void arrows_point_downward() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("cli")
                .definedBy("dev.flamegate.cli..")
                .layer("check")
                .definedBy("dev.flamegate.check..")
                .layer("gate")
                .definedBy("dev.flamegate.gate..")
                .layer("runtime")
                .definedBy("dev.flamegate.runtime..")
                .layer("targets")
                .definedBy("dev.flamegate.targets..")
                .layer("load")
                .definedBy("dev.flamegate.load..")
                .layer("collect")
                .definedBy("dev.flamegate.collect..")
                .layer("store")
                .definedBy("dev.flamegate.store..")
                .layer("report")
                .definedBy("dev.flamegate.report..")
                .layer("judge")
                .definedBy("dev.flamegate.judge..")
                .layer("plan")
                .definedBy("dev.flamegate.plan..")
                .layer("profile")
                .definedBy("dev.flamegate.profile..")
                .layer("stats")
                .definedBy("dev.flamegate.stats..")
                .layer("format")
                .definedBy("dev.flamegate.format..")
                .layer("model")
                .definedBy("dev.flamegate.model..")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("check")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("gate")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("runtime")
                .mayOnlyBeAccessedByLayers("cli", "gate")
                .whereLayer("targets")
                .mayOnlyBeAccessedByLayers("cli", "gate", "runtime")
                .whereLayer("load")
                .mayOnlyBeAccessedByLayers("cli", "gate", "runtime")
                .whereLayer("collect")
                .mayOnlyBeAccessedByLayers("cli", "gate", "runtime")
                .whereLayer("store")
                .mayOnlyBeAccessedByLayers("cli", "gate")
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("cli", "gate")
                .whereLayer("judge")
                .mayOnlyBeAccessedByLayers("cli", "gate", "store", "report")
                .whereLayer("stats")
                .mayOnlyBeAccessedByLayers("judge", "report")
                .check(CLASSES);
    }

    @Test
    void arrows_inside_gate_point_from_the_flow_to_its_parts() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("gate")
                .definedBy("dev.flamegate.gate")
                .layer("gate.facts")
                .definedBy("dev.flamegate.gate.facts..")
                .layer("gate.measure")
                .definedBy("dev.flamegate.gate.measure..")
                .whereLayer("gate")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("gate.facts")
                .mayOnlyBeAccessedByLayers("gate")
                .whereLayer("gate.measure")
                .mayOnlyBeAccessedByLayers("gate", "gate.facts")
                .check(CLASSES);
    }

    @Test
    void arrows_inside_judge_point_from_the_decision_to_its_evidence() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("judge")
                .definedBy("dev.flamegate.judge")
                .layer("judge.evidence")
                .definedBy("dev.flamegate.judge.evidence..")
                .layer("judge.diagnosis")
                .definedBy("dev.flamegate.judge.diagnosis..")
                .layer("judge.attribution")
                .definedBy("dev.flamegate.judge.attribution..")
                .whereLayer("judge")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("judge.evidence")
                .mayOnlyBeAccessedByLayers("judge")
                .whereLayer("judge.diagnosis")
                .mayOnlyBeAccessedByLayers("judge")
                .whereLayer("judge.attribution")
                .mayOnlyBeAccessedByLayers("judge", "judge.diagnosis")
                .check(CLASSES);
    }

    @Test
    void arrows_inside_model_point_from_findings_to_rules_to_values() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("model")
                .definedBy("dev.flamegate.model")
                .layer("model.rule")
                .definedBy("dev.flamegate.model.rule..")
                .layer("model.finding")
                .definedBy("dev.flamegate.model.finding..")
                .layer("model.message")
                .definedBy("dev.flamegate.model.message..")
                .whereLayer("model.finding")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("model.message")
                .mayNotAccessAnyLayer()
                .whereLayer("model.rule")
                .mayOnlyBeAccessedByLayers("model.finding")
                .check(CLASSES);
    }

    /** What is stored may have ids of earlier versions; elsewhere an id is a constant, and so has an entry. */
    @Test
    void warnings_and_problems_can_be_looked_up() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.flamegate.model..", "dev.flamegate.store..")
                .should()
                .callConstructor(Warning.class, String.class, String.class)
                .orShould()
                .callConstructor(
                        ValidityProblem.class, String.class, List.class, boolean.class, String.class, String.class)
                .check(CLASSES);
    }

    /** The core compiles alone, and does not name what may be missing either. */
    @Test
    void the_core_knows_no_extension() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.fabric8..", "software.amazon..", "io.modelcontextprotocol..", "org.objectweb.asm..")
                .check(CLASSES);
        assertThat(CLASSES.stream().map(JavaClass::getPackageName).map(name -> name.split("\\.", -1)[2]))
                .doesNotContain(
                        "cluster",
                        "servers",
                        "search",
                        "publish",
                        "insight",
                        "init",
                        "remote",
                        "demo",
                        "doctor",
                        "trends",
                        "selftest");
    }

    @Test
    void files_of_a_package_have_no_cycles() {
        Map<String, Set<String>> uses = new TreeMap<>();
        CLASSES.stream()
                .flatMap(one -> one.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> dependency
                        .getOriginClass()
                        .getPackageName()
                        .equals(dependency.getTargetClass().getPackageName()))
                .forEach(dependency -> uses.computeIfAbsent(file(dependency.getOriginClass()), key -> new TreeSet<>())
                        .add(file(dependency.getTargetClass())));
        Set<String> cycles = new TreeSet<>();
        for (String file : uses.keySet()) {
            Set<String> together = new TreeSet<>();
            for (String other : below(file, uses)) {
                if (!other.equals(file) && below(other, uses).contains(file)) {
                    together.add(other);
                }
            }
            if (!together.isEmpty()) {
                together.add(file);
                cycles.add(together.stream()
                        .map(name -> name.substring("dev.flamegate.".length()))
                        .collect(joining(", ")));
            }
        }
        assertThat(cycles).containsExactlyInAnyOrderElementsOf(CYCLES);
    }

    @Test
    void the_foundations_know_nothing_above_them() {
        noClasses()
                .that()
                .resideInAPackage("dev.flamegate.model..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.flamegate.format..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage("dev.flamegate.model..", "dev.flamegate.format..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.flamegate.plan..",
                        "dev.flamegate.profile..",
                        "dev.flamegate.stats..",
                        "dev.flamegate.judge..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage("dev.flamegate.plan..", "dev.flamegate.profile..", "dev.flamegate.stats..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.flamegate.judge..")
                .check(CLASSES);
    }

    @Test
    void packages_have_no_cycles() {
        slices().matching("dev.flamegate.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void the_operating_system_s_package_stands_alone() {
        noClasses()
                .that()
                .resideInAPackage("dev.flamegate.os..")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.flamegate..").and(resideOutsideOfPackage("dev.flamegate.os..")))
                .check(CLASSES);
    }

    /** Elsewhere, what is started would get the gate's secrets, and might not be ended. */
    @Test
    void programs_are_started_by_the_operating_system_s_package() {
        noClasses()
                .that()
                .resideOutsideOfPackage("dev.flamegate.os..")
                .should()
                .callConstructor(ProcessBuilder.class, String[].class)
                .orShould()
                .callConstructor(ProcessBuilder.class, List.class)
                .check(CLASSES);
    }

    @Test
    void rules_are_pure() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "dev.flamegate.model..",
                        "dev.flamegate.format..",
                        "dev.flamegate.plan..",
                        "dev.flamegate.profile..",
                        "dev.flamegate.stats..",
                        "dev.flamegate.judge..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net.http..", "java.nio.file..", "java.sql..", "picocli..")
                .check(CLASSES);
    }

    @Test
    void only_the_command_line_knows_the_terminal_and_ends_the_program() {
        noClasses()
                .that()
                .resideOutsideOfPackages("dev.flamegate.cli..", "dev.flamegate.probe..")
                .should()
                .callMethod(System.class, "exit", int.class)
                .orShould()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CLASSES);
    }

    @Test
    void every_package_declares_what_may_be_null() {
        classes()
                .that()
                .haveSimpleName("package-info")
                .should()
                .beAnnotatedWith(NullMarked.class)
                .check(CLASSES);
    }

    /** The main source files of the two modules, package-info left out. */
    static Stream<Path> sources() {
        return Stream.of(Path.of("..", "rules"), Path.of(""))
                .map(module -> module.resolve(SOURCES))
                .flatMap(ArchitectureTest::filesBelow)
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("package-info.java"));
    }

    /** The package that a source file is in. */
    static String packageOf(Path file) {
        String path = file.toString().replace('\\', '/');
        int root = path.indexOf("src/main/java/") + "src/main/java/".length();
        return path.substring(root, path.lastIndexOf('/')).replace('/', '.');
    }

    /** All that can be reached from one node. */
    static Set<String> below(String from, Map<String, Set<String>> arrows) {
        Set<String> below = new TreeSet<>();
        Deque<String> open = new ArrayDeque<>(arrows.getOrDefault(from, Set.of()));
        while (!open.isEmpty()) {
            String next = open.pop();
            if (below.add(next)) {
                open.addAll(arrows.getOrDefault(next, Set.of()));
            }
        }
        return below;
    }

    private static Stream<Path> filesBelow(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The outermost class around a class: each is a file. */
    private static String file(JavaClass one) {
        return one.getName().replaceFirst("\\$.*", "");
    }
}
