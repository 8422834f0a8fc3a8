package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.FaultCase.After;
import dev.flamegate.program.Program.Ended;
import dev.flamegate.report.Examples;
import dev.flamegate.store.History;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever goes wrong at whatever point ends in its exit code, says why, and leaves nothing but whole records: the built
 * program, one fault at a time ({@code ./mvnw verify -Pfaults}). When all cases have passed, it writes
 * {@code docs/internals/reliability.md}.
 */
@Execution(ExecutionMode.CONCURRENT)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultSuite {
    /** Chooses cases by a regular expression over {@code phase: fault (how)}. */
    private static final String ONLY = System.getProperty("faults.only", "");

    @TempDir
    static Path folder;

    private static final List<FaultCase> CASES = FaultCases.all();

    private final Map<FaultCase, Ended> passed = new ConcurrentHashMap<>();
    private final AtomicInteger number = new AtomicInteger();

    static Stream<FaultCase> cases() {
        return CASES.stream().filter(one -> ONLY.isEmpty() || one.toString().matches(ONLY));
    }

    @BeforeAll
    void a_run_is_stored() throws Exception {
        Path template = Files.createDirectories(folder.resolve("template"));
        Program.plan(template, Map.of());
        Program.brief(template);
        Files.writeString(template.resolve("flamegate.yaml"), "trials: 1\n", StandardOpenOption.APPEND);
        new History(template.resolve(".flamegate/history"), warning -> {})
                .save(Examples.passing().candidate());
        Ended reported = Program.run(template, "judge", Examples.passing().run().id(), "--report", "build/flamegate");
        assertThat(reported.code()).as(reported.out() + reported.err()).isZero();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_fault_ends_in_its_code_with_its_cause_and_leaves_nothing(FaultCase fault) throws Exception {
        try (FaultGround ground =
                new FaultGround(folder.resolve("case-" + number.incrementAndGet()), folder.resolve("template"))) {
            holds(fault, ground);
        }
    }

    private void holds(FaultCase fault, FaultGround ground) throws Exception {
        Ended ended = fault.cause().in(ground);
        String said = ended.out() + ended.err();
        assertThat(fault.codes()).as(said).contains(ended.code());
        for (String words : fault.words()) {
            assertThat(said.replaceAll("\\s+", " ")).contains(words);
        }
        if (ended.code() == 2 || ended.code() == 3) {
            assertThat(FaultPage.withoutProgress(said)).as("why").isNotBlank();
        }
        assertThat(said).doesNotContain("this is a bug", "Exception in thread", "\tat dev.flamegate");

        ground.withoutTheFault();
        Ended next = switch (fault.after()) {
            case RUN -> Program.measured(ground::run, "run");
            case JUDGE -> ground.run("judge", Examples.passing().run().id());
            case BUILD -> {
                MeasuringFaults.repository(ground, "exit 5");
                yield ground.run("compare", "--baseline", "git:HEAD");
            }
        };

        assertThat(next.code())
                .as("the next command: " + next.out() + next.err())
                .isEqualTo(fault.after() == After.BUILD ? 3 : 0);
        ground.holdsWhatMustHold();
        passed.put(fault, ended);
    }

    /** Only of a whole suite that passed: a page of half the cases would say that the others are gone. */
    @AfterAll
    void the_page_is_written() throws IOException {
        String page = System.getProperty("faults.page", "");
        if (!page.isEmpty() && passed.size() == CASES.size()) {
            Files.writeString(Path.of(page), FaultPage.of(inOrder(), folder));
        }
    }

    private Map<FaultCase, Ended> inOrder() {
        Map<FaultCase, Ended> ordered = new LinkedHashMap<>();
        CASES.forEach(one -> ordered.put(one, Objects.requireNonNull(passed.get(one))));
        return ordered;
    }
}
