package dev.flamegate.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.Trial;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Ten seconds of warm-up come first, then twenty that are measured. */
class SettlingTest {
    @Test
    void the_change_is_from_the_first_to_the_second_half_of_what_was_measured_without_jit() {
        ProfiledRun run = Runs.unsettled(seconds(30, second -> second <= 10 ? 9 : second <= 20 ? 0.5 : 0.4));

        assertThat(Settling.change(trial(run)).orElseThrow()).isCloseTo(-0.2, within(1e-9));
        assertThat(warmUp(run))
                .endsWith(
                        "upper bound; the cost per request, JIT aside, fell by 20 % from the first to the second half of the"
                                + " measurement, so it may be 10 % too high");
    }

    @Test
    void a_cost_that_rises_is_measured_too_low() {
        assertThat(warmUp(Runs.unsettled(seconds(30, second -> second <= 20 ? 0.4 : 0.5))))
                .endsWith(
                        "rose by 25 % from the first to the second half of the measurement, so it may be 12.5 % too low");
    }

    @Test
    void a_cost_that_hardly_changes_is_said_to_be_settled() {
        assertThat(warmUp(Runs.unsettled(seconds(30, second -> second <= 20 ? 0.4 : 0.41))))
                .endsWith("; the cost per request, JIT aside, changed by no more than 3 % while it was measured");
    }

    @Test
    void where_the_cpu_is_not_known_second_by_second_nothing_is_said() {
        for (ProfiledRun run : List.of(
                Runs.unsettled(),
                Runs.unsettled(seconds(11, second -> 1)),
                Runs.unsettled(seconds(30, s -> Double.NaN)))) {
            assertThat(Settling.change(trial(run))).isEmpty();
            assertThat(warmUp(run)).endsWith("when the warm-up reached its upper bound");
        }
    }

    private static double[] seconds(int last, IntToDoubleFunction cores) {
        return IntStream.rangeClosed(1, last).mapToDouble(cores).toArray();
    }

    private static Trial trial(ProfiledRun run) {
        return run.run().trials().get(0);
    }

    private static String warmUp(ProfiledRun run) {
        List<ValidityProblem> problems = Validity.of(run.run(), List.of(), false);
        return problems.stream()
                .filter(problem -> problem.check().equals("warm-up"))
                .findFirst()
                .orElseThrow()
                .message();
    }
}
