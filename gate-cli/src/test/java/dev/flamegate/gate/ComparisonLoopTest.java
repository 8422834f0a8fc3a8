package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.measure.PairStage;
import dev.flamegate.gate.measure.Stage;
import dev.flamegate.runtime.Progress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComparisonLoopTest {
    @Test
    void stages_share_the_time_that_the_pair_leaves() {
        PairStage events = stage(20);
        PairStage calls = stage(15);

        assertThat(loop(60).fitting(List.of(events, calls), 1)).isEmpty();
        assertThat(loop(85).fitting(List.of(events, calls), 1)).containsExactly(events);
        assertThat(loop(95).fitting(List.of(events, calls), 1)).containsExactly(events, calls);
        assertThat(loop(75).fitting(List.of(events, calls), 1)).containsExactly(calls);
    }

    @Test
    void no_stage_takes_the_time_of_a_pair_that_decides() {
        PairStage events = stage(20);

        assertThat(loop(135).fitting(List.of(events), 2)).isEmpty();
        assertThat(loop(145).fitting(List.of(events), 2)).containsExactly(events);
    }

    /** A loop of pairs of a minute that begins now. */
    private static ComparisonLoop loop(int seconds) {
        return new ComparisonLoop(
                new FakeMachine().time, Duration.ofSeconds(seconds), Duration.ofMinutes(1), List.of());
    }

    private static PairStage stage(int seconds) {
        return new PairStage() {
            @Override
            public Stage stage() {
                return new Stage("stage", "in a stage");
            }

            @Override
            public Duration usual() {
                return Duration.ofSeconds(seconds);
            }

            @Override
            public Optional<Prepared> prepare(Builds builds, Progress progress) {
                return Optional.empty();
            }
        };
    }
}
