package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.measure.BlockTiming;
import dev.flamegate.gate.measure.SecondCompiler;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairMannerTest {
    @TempDir
    private Path folder;

    @Test
    void the_pairs_of_two_builds_are_measured_alike() {
        PairManner manner = manner(Plans.SHOP);

        assertThat(manner.secondCompiler(List.of(pair(true, true)), new Plans.Noted()))
                .isEqualTo(SecondCompiler.LEFT_OUT);
        assertThat(manner.secondCompiler(List.of(pair(false, true)), new Plans.Noted()))
                .isEqualTo(SecondCompiler.KEPT);
        assertThat(manner.timing(List.of(pair(true, true)))).isEqualTo(BlockTiming.TOGETHER);
        assertThat(manner.timing(List.of(pair(true, false)))).isEqualTo(BlockTiming.IN_TURNS);
    }

    @Test
    void what_a_service_needs_is_tried_in_its_first_pair() {
        PairManner manner = manner(Plans.SHOP);

        assertThat(manner.secondCompiler(List.of(), new Plans.Noted())).isEqualTo(SecondCompiler.ON_TRIAL);
        assertThat(manner.timing(List.of())).isEqualTo(BlockTiming.UNDECIDED);
    }

    @Test
    void compilers_that_the_plan_chooses_stay() {
        PairManner chosen = manner(Plans.SHOP.replace("a.jar,", "a.jar, java-options: [-XX:+TieredCompilation],"));
        PairManner quick = manner(Plans.SHOP.replace("at-most: 30 s", "at-most: 10 s"));

        assertThat(chosen.secondCompiler(List.of(pair(true, true)), new Plans.Noted()))
                .isEqualTo(SecondCompiler.KEPT);
        assertThat(quick.secondCompiler(List.of(), new Plans.Noted())).isEqualTo(SecondCompiler.KEPT);
    }

    private PairManner manner(String yaml) {
        MeasurementPlan setup = Plans.setup(Plans.of(yaml), folder);
        setup.children().close();
        return new PairManner(
                setup,
                new Comparisons(new History(folder.resolve("history"), warning -> {}), warning -> {}),
                List.of(setup.plan().target(), setup.plan().target()));
    }

    private static Pair pair(boolean withoutC2, boolean together) {
        return new Pair(
                1,
                Arm.BASELINE,
                List.of(Arm.BASELINE, Arm.CANDIDATE),
                null,
                null,
                List.of(),
                null,
                withoutC2,
                together);
    }
}
