package dev.flamegate.gate.measure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.runtime.Progress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageProgressTest {
    private final FakeTime time = new FakeTime();
    private final List<Duration> shown = new ArrayList<>();

    @Test
    void the_time_left_of_a_comparison_includes_the_pairs_to_come_and_ends_with_the_budget() throws Exception {
        StageProgress roomy = pair(600, 120);
        StageProgress tight = pair(150, 120);
        stages(roomy, tight);
        time.sleep(Duration.ofSeconds(50));
        stages(roomy, tight);
        time.sleep(Duration.ofSeconds(50)); // longer than expected
        stages(roomy, tight);

        assertThat(shown).extracting(Duration::toSeconds).containsExactly(180L, 150L, 130L, 100L, 120L, 50L);
    }

    private static void stages(StageProgress... progresses) {
        for (StageProgress progress : progresses) {
            progress.stage(Stage.MEASURE, Duration.ZERO);
        }
    }

    /** A pair of a minute, which others follow. */
    private StageProgress pair(int budget, int following) {
        return StageProgress.ofPair(
                new Progress() {
                    @Override
                    public void stage(String stage, Duration left) {
                        shown.add(left);
                    }

                    @Override
                    public void detail(String detail) {}

                    @Override
                    public void note(String message) {}

                    @Override
                    public void warn(String message) {}
                },
                2,
                Duration.ofSeconds(budget),
                Duration.ofMinutes(1),
                Duration.ofSeconds(following),
                time);
    }
}
