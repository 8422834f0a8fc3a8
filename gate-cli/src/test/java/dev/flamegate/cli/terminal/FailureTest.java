package dev.flamegate.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.message.FailureKind;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.targets.TargetFailed;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ExecutionException;

public class FailureTest {
    /** Those that are caught before they end a command, and become one of the others or a result. */
    private static final Set<String> CAUGHT = Set.of(
            "dev.flamegate.collect.receiver.PushQueue$TooLarge",
            "dev.flamegate.gate.measure.SecondCompiler$Unfit",
            "dev.flamegate.load.log.UnreadableLog",
            "dev.flamegate.load.results.UnreadableResults",
            "dev.flamegate.plan.CriterionParser$CriterionProblem",
            "dev.flamegate.plan.yaml.YamlReader$Refused",
            "dev.flamegate.report.json.JsonReport$UnknownVersion");

    /** Exceptions of some packages that have no entry in the list of messages, so that something has to catch them. */
    public static Set<String> caught(String... packages) throws ClassNotFoundException {
        Set<String> others = new TreeSet<>();
        for (JavaClass one : new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(packages)) {
            if (one.isAssignableTo(Throwable.class) && !Failure.isKnown(Class.forName(one.getName()))) {
                others.add(one.getName());
            }
        }
        return others;
    }

    @Test
    void every_exception_of_the_program_can_be_looked_up_or_is_caught() throws ClassNotFoundException {
        assertThat(caught(
                        "dev.flamegate.check",
                        "dev.flamegate.cli",
                        "dev.flamegate.collect",
                        "dev.flamegate.gate",
                        "dev.flamegate.load",
                        "dev.flamegate.os",
                        "dev.flamegate.plan",
                        "dev.flamegate.report",
                        "dev.flamegate.runtime",
                        "dev.flamegate.store",
                        "dev.flamegate.targets"))
                .containsExactlyInAnyOrderElementsOf(CAUGHT);
    }

    @Test
    void a_failure_has_an_exit_code_and_a_message_to_look_up() {
        assertThat(Failure.of(new TargetFailed("gone"))).isEqualTo(new Failure(FailureKind.TARGET_FAILED, "gone"));
        assertThat(Failure.of(new TargetFailed("gone")).code()).isEqualTo(ExitCode.NOT_MEASURED);
        assertThat(Failure.of(new StoreFailed("full")).kind()).isEqualTo(FailureKind.STORE_FAILED);
        assertThat(Failure.of(new UsageProblem("no")).code()).isEqualTo(ExitCode.USAGE);
        assertThat(Failure.of(new InterruptedException()))
                .isEqualTo(new Failure(FailureKind.INTERRUPTED, "interrupted"));
        assertThat(Failure.of(new OutOfMemoryError("heap")).kind()).isEqualTo(FailureKind.OUT_OF_MEMORY);
        assertThat(Failure.of(new OutOfMemoryError("heap")).code()).isEqualTo(ExitCode.NOT_MEASURED);
    }

    @Test
    void what_is_not_known_is_a_bug_with_its_trace() {
        Failure failure = Failure.of(new IllegalStateException("why"));

        assertThat(failure.kind()).isEqualTo(FailureKind.BUG);
        assertThat(failure.code()).isEqualTo(ExitCode.BUG);
        assertThat(failure.message()).contains("please report it", "IllegalStateException: why", "FailureTest");
    }

    @Test
    void what_picocli_wraps_is_meant() {
        ExecutionException wrapped = new ExecutionException(
                new CommandLine(CommandLine.Model.CommandSpec.create()), "Error", new TargetFailed("gone"));

        assertThat(Failure.of(wrapped)).isEqualTo(new Failure(FailureKind.TARGET_FAILED, "gone"));
    }
}
