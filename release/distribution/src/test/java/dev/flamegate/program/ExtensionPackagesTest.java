package dev.flamegate.program;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.flamegate.cli.CommandProvider;
import org.junit.jupiter.api.Test;

/** Packages of extensions depend on each other in one direction, as those of the core do. */
class ExtensionPackagesTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.flamegate");

    @Test
    void packages_have_no_cycles() {
        assertThat(CLASSES).anyMatch(one -> one.isAssignableTo(CommandProvider.class) && !one.isInterface());
        slices().matching("dev.flamegate.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void a_doctor_shares_the_statistics_and_nothing_of_judging() {
        noClasses()
                .that()
                .resideInAPackage("dev.flamegate.doctor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.flamegate.judge..")
                .allowEmptyShould(true) // in a build without the extension
                .check(CLASSES);
    }
}
