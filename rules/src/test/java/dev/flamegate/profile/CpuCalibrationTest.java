package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CpuCalibrationTest {
    private static final long MS = 1_000_000;

    /** Two requests' threads seen half as often as the compiler. */
    private final CallTree sampled = new CallTree.Builder()
            .add(List.of(new Frame("shop.Hot.spot", 1)), new Facet("http-#", "GET /a", "running"), 300 * MS)
            .add(List.of(new Frame("shop.Cold.spot", 1)), new Facet("worker-#", "", "running"), 100 * MS)
            .add(List.of(new Frame("[jit]", 0)), new Facet("[jit]", "", "running"), 200 * MS)
            .build();

    @Test
    void each_group_weighs_what_it_used_and_keeps_its_split() {
        Map<String, Long> byPool = weights(CpuCalibration.calibrate(sampled, Map.of("", 0.8, "[jit]", 0.2)));

        assertThat(byPool).containsEntry("http-#", 600 * MS).containsEntry("worker-#", 200 * MS);
        assertThat(byPool).containsEntry("[jit]", 200 * MS);
    }

    @Test
    void a_group_that_no_sample_hit_is_not_lost() {
        CallTree calibrated =
                CpuCalibration.calibrate(sampled, Map.of("", 0.8, "[jit]", 0.2, "[gc]", 0.05, "[vm]", 0.0));

        assertThat(weights(calibrated)).containsEntry("[gc]", 50 * MS).doesNotContainKey("[vm]");
        assertThat(calibrated.weight()).isEqualTo(1050 * MS);
    }

    @Test
    void a_group_of_unknown_cpu_stays_as_it_was_sampled() {
        assertThat(weights(CpuCalibration.calibrate(sampled, Map.of("[jit]", 0.4))))
                .containsEntry("http-#", 300 * MS)
                .containsEntry("[jit]", 400 * MS);
    }

    private static Map<String, Long> weights(CallTree tree) {
        Map<String, Long> weights = new HashMap<>();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            weights.merge(tree.sampleFacet(sample).pool(), tree.sampleWeight(sample), Long::sum);
        }
        return weights;
    }
}
