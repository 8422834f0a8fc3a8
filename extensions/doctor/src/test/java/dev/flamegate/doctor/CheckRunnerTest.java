package dev.flamegate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.flamegate.check.Check;
import dev.flamegate.check.CheckResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class CheckRunnerTest {
    @Test
    void what_hangs_is_given_up_and_said_and_holds_nothing_else_up() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        List<Check.Report> results = run(
                check("hangs", () -> {
                    never.await();
                    return CheckResult.ok("never");
                }),
                check("fine", () -> CheckResult.ok("here")));

        assertThat(results).extracting(Check.Report::id).containsExactly("hangs", "fine");
        assertThat(results.get(0).result().status()).isEqualTo(CheckResult.Status.WARN);
        assertThat(results.get(0).result().message()).isEqualTo("unknown: no answer within 3 s");
        assertThat(results.get(1).result()).isEqualTo(CheckResult.ok("here"));
    }

    @Test
    void a_check_that_breaks_is_reported_and_the_others_go_on() throws Exception {
        List<Check.Report> results = run(
                check("broken", () -> {
                    throw new IllegalStateException("oops");
                }),
                check("fine", () -> CheckResult.ok("here")));

        assertThat(results.get(0).result().message()).contains("IllegalStateException: oops");
        assertThat(results.get(1).result().status()).isEqualTo(CheckResult.Status.OK);
    }

    @Test
    void a_remedy_belongs_to_what_is_not_right_and_to_nothing_else() {
        assertThatIllegalArgumentException().isThrownBy(() -> CheckResult.warn("bad", " "));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CheckResult(CheckResult.Status.OK, "good", "do this", Map.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> CheckResult.ok(""));
        assertThat(CheckResult.ok("good").with("a", 1).with("b", Double.NaN).values())
                .isEqualTo(Map.of("a", 1.0));
    }

    private static List<Check.Report> run(Check... checks) throws InterruptedException {
        List<Check.Report> results = new ArrayList<>();
        try (CheckRunner runner = new CheckRunner(Duration.ofSeconds(3))) {
            runner.run(List.of(checks), results::add);
        }
        return results;
    }

    private static Check check(String id, Check.Look look) {
        return new Check(id, Check.Group.MACHINE, Duration.ofSeconds(4), look);
    }
}
