package dev.flamegate.judge.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.judge.MadeRun;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.ProfiledRun;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Trials of 1000 requests, so that what a trial leaves is what 1,000 requests leave. */
class GrowingHeapTest {
    private static final Diagnosis.Severity SEVERE = Diagnosis.Severity.FAIL;

    @Test
    void the_service_s_own_class_comes_before_the_bytes_that_it_holds() {
        ProfiledRun before = run(4, trial -> trial.live("byte[]", 1, 40).live("java.lang.String", 2, 48));
        ProfiledRun now = run(
                4,
                trial -> trial.live("byte[]", 11, 10_200)
                        .live("shop.Receipt", 10, 160)
                        .live("java.lang.String", 2, 48));

        Diagnosis found =
                new GrowingHeap().in(new Profiles(now), new Profiles(before)).orElseThrow();

        assertThat(found.id()).isEqualTo("growing-heap");
        assertThat(found.severity()).isEqualTo(SEVERE);
        assertThat(found.evidence())
                .isEqualTo(
                        "each 1,000 requests leave more than in the baseline in the heap: 10 shop.Receipt (160 B; 99 %"
                                + " interval 10 to 10), 10 byte[] (9.92 KiB; 99 % interval 10 to 10)");
        assertThat(found.value()).isEqualTo(10_160 + 160);
    }

    @Test
    void few_small_objects_of_the_service_are_named_and_few_bytes_of_others_are_not() {
        ProfiledRun before = run(3, trial -> trial.live("java.lang.Thread", 0, 0));
        ProfiledRun now = run(
                3,
                trial -> trial.live("shop.Session", 2, 48)
                        .live("java.lang.Thread", 2, 208)
                        .live("java.util.HashMap$Node", 2, 64));

        assertThat(new GrowingHeap()
                        .in(new Profiles(now), new Profiles(before))
                        .orElseThrow()
                        .evidence())
                .contains("in the heap: 2 shop.Session (48 B;")
                .endsWith(", and of 2 other classes");
    }

    @Test
    void what_comes_and_goes_is_no_cause() {
        Random random = new Random(7);
        UnaryOperator<MadeRun> noise = trial -> trial.live("byte[]", random.nextInt(-200, 200), random.nextInt(90_000))
                .live("shop.Cart", random.nextInt(-9, 9), random.nextInt(4_000));

        assertThat(new GrowingHeap().in(new Profiles(run(6, noise)), new Profiles(run(6, noise))))
                .isEmpty();
    }

    @Test
    void a_run_by_itself_is_held_against_nothing() {
        ProfiledRun now = run(3, trial -> trial.live("shop.Receipt", 10, 10_000));

        assertThat(new GrowingHeap().in(new Profiles(now), null).orElseThrow().evidence())
                .startsWith("each 1,000 requests leave in the heap: 10 shop.Receipt (9.77 KiB;");
    }

    @Test
    void one_trial_or_a_heap_that_was_not_looked_at_says_nothing() {
        ProfiledRun grown = run(1, trial -> trial.live("shop.Receipt", 10, 10_000));
        ProfiledRun unwatched = run(3, trial -> trial);

        assertThat(new GrowingHeap().in(new Profiles(grown), null)).isEmpty();
        assertThat(new GrowingHeap().in(new Profiles(unwatched), null)).isEmpty();
        assertThat(new GrowingHeap()
                        .in(new Profiles(run(3, trial -> trial.live("a.B", 9, 9_000))), new Profiles(unwatched)))
                .isEmpty();
    }

    private static ProfiledRun run(int trials, UnaryOperator<MadeRun> each) {
        MadeRun run = new MadeRun("run");
        for (int i = 0; i < trials; i++) {
            each.apply(run).trial();
        }
        return run.run();
    }
}
