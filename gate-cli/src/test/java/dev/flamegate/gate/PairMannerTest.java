package dev.flamegate.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.measure.BlockTiming;
import dev.flamegate.gate.measure.SecondCompiler;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.targets.CpuSet;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
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
    void many_classes_in_both_builds_foretell_what_a_service_needs() throws Exception {
        jar("large.jar", 10_000);
        jar("small.jar", 9_999);
        String many = Plans.SHOP.replace("a.jar", folder.resolve("large.jar").toString());
        String few = Plans.SHOP.replace("a.jar", folder.resolve("small.jar").toString());
        Plans.Noted progress = new Plans.Noted();
        // As on this machine: more CPUs would have room for the compiler.
        SecondCompiler foreseen = SecondCompiler.first(10_000, CpuSet.allowed().size());

        assertThat(manner(many).secondCompiler(List.of(), progress)).isEqualTo(foreseen);
        assertThat(progress.notes).hasSize(foreseen.isLeftOut() ? 1 : 0);
        assertThat(manner(few).secondCompiler(List.of(), progress)).isEqualTo(SecondCompiler.ON_TRIAL);
    }

    private void jar(String name, int classes) throws IOException {
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(folder.resolve(name)))) {
            for (int i = 0; i < classes; i++) {
                jar.putNextEntry(new JarEntry("C" + i + ".class"));
            }
        }
    }

    @Test
    void compilers_that_the_plan_chooses_stay() {
        PairManner chosen = manner(Plans.SHOP.replace("a.jar,", "a.jar, java-options: [-XX:+TieredCompilation],"));
        PairManner quick = manner(Plans.SHOP.replace("at-most: 30 s", "at-most: 10 s"));

        assertThat(chosen.secondCompiler(List.of(pair(true, true)), new Plans.Noted()))
                .isEqualTo(SecondCompiler.KEPT);
        assertThat(quick.secondCompiler(List.of(), new Plans.Noted())).isEqualTo(SecondCompiler.KEPT);
    }

    @Test
    void the_arms_alternate_or_are_mirrored_and_have_as_many_blocks_each() {
        PairManner manner = manner(Plans.SHOP, 7);
        int mirrored = 0;
        for (int pair = 1; pair <= 20; pair++) {
            List<Arm> order = manner.order(pair);

            assertThat(order).hasSize(4);
            assertThat(order.get(0)).isNotEqualTo(order.get(1));
            assertThat(order.get(2)).isNotEqualTo(order.get(3));
            mirrored += order.get(1) == order.get(2) ? 1 : 0;
        }
        assertThat(mirrored).isBetween(4, 16);
    }

    @Test
    void of_every_two_pairs_one_begins_with_each_arm() {
        for (long seed : new long[] {0, 1, -5, Long.MAX_VALUE, 123_456_789}) {
            PairManner manner = manner(Plans.SHOP, seed);
            for (int pair = 1; pair <= 40; pair += 2) {
                assertThat(first(manner, pair)).isNotEqualTo(first(manner, pair + 1));
            }
        }
    }

    @Test
    void of_every_two_pairs_each_arm_is_started_first_once_whoever_is_loaded_first() {
        int together = 0;
        PairManner any = manner(Plans.SHOP);
        for (long seed = 0; seed < 1000; seed++) {
            PairManner manner = new PairManner(any.setup(), any.store(), any.arms(), seed);
            for (int pair = 1; pair <= 4; pair += 2) {
                assertThat(manner.launchedFirst(pair)).isNotEqualTo(manner.launchedFirst(pair + 1));
                together += manner.launchedFirst(pair) == first(manner, pair) ? 1 : 0;
            }
        }
        // Of 2000 coins: six standard deviations.
        assertThat(together).isBetween(866, 1134);
    }

    @Test
    void one_seed_gives_one_order() {
        for (int pair = 1; pair <= 12; pair++) {
            assertThat(manner(Plans.SHOP, 42).order(pair))
                    .isEqualTo(manner(Plans.SHOP, 42).order(pair));
        }
    }

    @Test
    void the_coin_is_thrown_anew_for_every_two_pairs_and_every_seed() {
        PairManner any = manner(Plans.SHOP, 42);
        long overPairs = IntStream.range(0, 1000)
                .filter(two -> first(any, 2 * two + 1) == Arm.BASELINE)
                .count();
        long overSeeds = IntStream.range(0, 1000)
                .filter(seed -> first(new PairManner(any.setup(), any.store(), any.arms(), seed), 1) == Arm.BASELINE)
                .count();

        assertThat(overPairs).isBetween(430L, 570L);
        assertThat(overSeeds).isBetween(430L, 570L);
    }

    private static Arm first(PairManner manner, int pair) {
        return manner.order(pair).get(0);
    }

    private PairManner manner(String yaml) {
        return manner(yaml, 0);
    }

    private PairManner manner(String yaml, long seed) {
        MeasurementPlan setup = Plans.setup(Plans.of(yaml), folder);
        setup.children().close();
        return new PairManner(
                setup,
                new Comparisons(new History(folder.resolve("history"), warning -> {}), warning -> {}),
                List.of(placed(setup, Arm.BASELINE), placed(setup, Arm.CANDIDATE)),
                seed);
    }

    private static PlacedTarget placed(MeasurementPlan setup, Arm arm) {
        return new PlacedTarget(
                setup.plan().target(), URI.create("http://127.0.0.1:8080"), arm, Map.of(), Placeholders.NONE);
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
