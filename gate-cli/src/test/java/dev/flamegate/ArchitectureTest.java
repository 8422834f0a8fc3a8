package dev.flamegate;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/**
 * The arrows of the design: cli → gate → {targets, load, collect, store, report} → judge → {plan, profile, stats} →
 * format → model; above the gate, cli → demo → gate; and beside the gate, cli → doctor → {runtime, targets, collect, plan, stats, format},
 * cli → ci → {collect.http, report} and cli → init → plan. Everything may use os, which uses nothing of ours.
 */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.flamegate");

    @Test
    void arrows_point_downward() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("cli")
                .definedBy("dev.flamegate.cli..")
                .layer("ci")
                .definedBy("dev.flamegate.ci..")
                .layer("doctor")
                .definedBy("dev.flamegate.doctor..")
                .layer("demo")
                .definedBy("dev.flamegate.demo..")
                .layer("init")
                .definedBy("dev.flamegate.init..")
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
                .whereLayer("ci")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("doctor")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("demo")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("init")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("gate")
                .mayOnlyBeAccessedByLayers("cli", "demo")
                .whereLayer("runtime")
                .mayOnlyBeAccessedByLayers("cli", "demo", "doctor", "gate")
                .whereLayer("targets")
                .mayOnlyBeAccessedByLayers("cli", "doctor", "gate", "runtime")
                .whereLayer("load")
                .mayOnlyBeAccessedByLayers("cli", "gate")
                .whereLayer("collect")
                .mayOnlyBeAccessedByLayers("ci", "cli", "doctor", "gate", "runtime")
                .whereLayer("store")
                .mayOnlyBeAccessedByLayers("cli", "demo", "gate")
                .whereLayer("report")
                .mayOnlyBeAccessedByLayers("ci", "cli", "demo", "gate")
                .whereLayer("judge")
                .mayOnlyBeAccessedByLayers("cli", "demo", "gate", "store", "report")
                .whereLayer("stats")
                .mayOnlyBeAccessedByLayers("doctor", "judge", "report")
                .check(CLASSES);
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
    void a_doctor_shares_the_statistics_and_nothing_of_judging() {
        noClasses()
                .that()
                .resideInAPackage("dev.flamegate.doctor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.flamegate.judge..")
                .check(CLASSES);
    }

    @Test
    void a_comment_shares_the_http_client_and_no_more_of_what_collects() {
        noClasses()
                .that()
                .resideInAPackage("dev.flamegate.ci..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.flamegate.collect.files..",
                        "dev.flamegate.collect.jfr..",
                        "dev.flamegate.collect.probe..",
                        "dev.flamegate.collect.prometheus..",
                        "dev.flamegate.collect.pyroscope..",
                        "dev.flamegate.collect.receiver..")
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
}
