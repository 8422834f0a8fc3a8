package dev.flamegate.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.testkit.engine.EventConditions.abortedWithReason;
import static org.junit.platform.testkit.engine.EventConditions.event;
import static org.junit.platform.testkit.engine.EventConditions.finishedSuccessfully;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.EventConditions.test;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import dev.flamegate.launch.FakeInstallation;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Condition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.Events;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Tests of {@link Measured}, run by JUnit, with a gate that does what it is told. */
class FlamegateTest {
    private static final String PROPERTY = "flamegate.home";

    @TempDir
    Path folder;

    private String before;

    @BeforeEach
    void none() {
        before = System.getProperty(PROPERTY);
        Measured.bodies = 0;
    }

    @AfterEach
    void as_it_was() {
        if (before == null) {
            System.clearProperty(PROPERTY);
        } else {
            System.setProperty(PROPERTY, before);
        }
    }

    @Test
    void rules_that_hold_pass_the_test_and_its_body_follows() throws Exception {
        FakeInstallation fake = gate("out ✓ PASS  shop", "exit 0");

        outcome("plain", finishedSuccessfully());

        assertThat(fake.arguments()).containsExactly("run", "--plan", "flamegate.yaml", "--fail-on-inconclusive");
        assertThat(fake.folder().toRealPath()).isEqualTo(Path.of("").toRealPath());
        assertThat(Measured.bodies).isEqualTo(1);
    }

    @Test
    void plan_command_and_options_reach_the_gate() throws Exception {
        FakeInstallation fake = gate("exit 0");

        outcome("compared", finishedSuccessfully());

        assertThat(fake.arguments())
                .containsExactly(
                        "compare",
                        "--plan",
                        "performance/a plan.yaml",
                        "--fail-on-inconclusive",
                        "--baseline",
                        "git:main");
    }

    @Test
    void a_broken_rule_fails_the_test_with_the_findings_and_without_its_body() throws Exception {
        gate("out", "out ✗ FAIL  shop, run 1", "out   cpu is 3 ms", "out", "out   culprit shop.Cart.total", "exit 1");

        outcome(
                "plain",
                finishedWithFailure(
                        instanceOf(AssertionFailedError.class),
                        message("✗ FAIL  shop, run 1\n  cpu is 3 ms\n\n  culprit shop.Cart.total")));

        assertThat(Measured.bodies).isZero();
    }

    @Test
    void what_could_not_be_measured_or_decided_aborts_the_test() throws Exception {
        gate("err flamegate: the service did not start", "exit 3");
        outcome("plain", aborted("the service did not start"));

        gate("out ~ INCONCLUSIVE  shop", "exit 4");
        outcome("plain", aborted("~ INCONCLUSIVE  shop"));

        assertThat(Measured.bodies).isZero();
    }

    @Test
    void a_test_that_must_decide_fails_instead() throws Exception {
        for (int code : new int[] {3, 4}) {
            gate("out not today", "exit " + code);
            outcome("decided", finishedWithFailure(instanceOf(AssertionFailedError.class), message("not today")));
        }
    }

    @Test
    void a_wrong_plan_fails_the_test() throws Exception {
        gate("err flamegate: flamegate.yaml:3:1: unknown key", "exit 2");

        outcome(
                "plain",
                finishedWithFailure(
                        instanceOf(ExtensionConfigurationException.class), message("flamegate.yaml:3:1: unknown key")));
    }

    @Test
    void an_end_that_is_no_verdict_fails_the_test_and_is_no_regression() throws Exception {
        gate("err Error: could not create the Java Virtual Machine", "exit 1");
        outcome(
                "plain",
                finishedWithFailure(
                        instanceOf(IllegalStateException.class),
                        message(
                                "flamegate ended without a verdict: Error: could not create the Java Virtual Machine")));

        gate("err a bug", "exit 70");
        outcome(
                "plain",
                finishedWithFailure(
                        instanceOf(IllegalStateException.class), message("flamegate ended with exit code 70: a bug")));
    }

    @Test
    void a_gate_that_is_not_installed_fails_the_test() {
        System.setProperty(PROPERTY, folder.toString());

        outcome(
                "plain",
                finishedWithFailure(
                        instanceOf(ExtensionConfigurationException.class),
                        message(text -> text.contains(folder + " is not an installation of flamegate"))));
    }

    @Test
    void what_the_gate_prints_is_printed() throws Exception {
        gate("err measuring", "err warning: busy", "out ✓ PASS  shop", "exit 0");
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(both);
        System.setErr(both);
        try {
            outcome("plain", finishedSuccessfully());
        } finally {
            System.setOut(out);
            System.setErr(err);
        }

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .contains("measuring", "warning: busy", "✓ PASS  shop");
    }

    @Test
    void a_timeout_of_the_test_ends_the_gate() throws Exception {
        gate("wait");

        outcome("limited", finishedWithFailure(message(text -> text.contains("timed out"))));

        assertThat(ProcessHandle.current().children()).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void tests_that_measure_have_a_tag_also_by_an_annotation_of_ones_own() throws Exception {
        gate("exit 0");

        Events tests = run("composed");

        assertThat(tests.started().list())
                .singleElement()
                .satisfies(started -> assertThat(started.getTestDescriptor().getTags())
                        .extracting(tag -> tag.getName())
                        .containsExactly("flamegate"));
        assertThat(tests.succeeded().count()).isEqualTo(1);
    }

    @Test
    void no_other_test_runs_meanwhile() throws Exception {
        gate("exit 0");

        Events tests = EngineTestKit.engine("junit-jupiter")
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.mode.default", "concurrent")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "3")
                .selectors(selectClass(Alone.class), selectClass(Others.class))
                .execute()
                .testEvents();

        tests.assertStatistics(counts -> counts.succeeded(7).failed(0));
    }

    private static Condition<Event> aborted(String reason) {
        return abortedWithReason(instanceOf(TestAbortedException.class), message(reason));
    }

    private FakeInstallation gate(String... script) throws Exception {
        FakeInstallation fake = FakeInstallation.in(Files.createTempDirectory(folder, "home"), script);
        System.setProperty(PROPERTY, fake.home().toString());
        return fake;
    }

    @SafeVarargs
    private static void outcome(String method, Condition<Event>... expected) {
        Events tests = run(method);
        assertThat(tests.finished().list()).hasSize(1);
        for (Condition<Event> one : expected) {
            tests.assertThatEvents().haveExactly(1, event(test(method), one));
        }
    }

    private static Events run(String method) {
        return EngineTestKit.engine("junit-jupiter")
                .selectors(selectMethod(Measured.class, method))
                .execute()
                .testEvents();
    }

    /** What users write; the name keeps it from being run by itself. */
    static class Measured {
        static int bodies;

        @Flamegate
        void plain() {
            bodies++;
        }

        @Flamegate(
                plan = "performance/a plan.yaml",
                command = Command.COMPARE,
                arguments = {"--baseline", "git:main"})
        void compared() {}

        @Flamegate(mustDecide = true)
        void decided() {}

        @Flamegate
        @Timeout(value = 2, unit = TimeUnit.SECONDS)
        void limited() {}

        @Gated
        void composed() {}
    }

    /** Two tests that measure, which see what else is running. */
    static class Alone {
        static final AtomicInteger RUNNING = new AtomicInteger();

        @Flamegate
        void one() throws Exception {
            isAlone();
        }

        @Flamegate
        void another() throws Exception {
            isAlone();
        }

        private static void isAlone() throws Exception {
            assertThat(RUNNING.incrementAndGet()).isEqualTo(1);
            Thread.sleep(300); // for others to begin, if they may
            assertThat(RUNNING.getAndDecrement()).isEqualTo(1);
        }
    }

    /** Tests that run side by side. */
    static class Others {
        @RepeatedTest(5)
        void something() throws Exception {
            Alone.RUNNING.incrementAndGet();
            Thread.sleep(100);
            Alone.RUNNING.decrementAndGet();
        }
    }

    /** An annotation of one's own. */
    @Flamegate
    @Retention(RetentionPolicy.RUNTIME)
    @interface Gated {}
}
