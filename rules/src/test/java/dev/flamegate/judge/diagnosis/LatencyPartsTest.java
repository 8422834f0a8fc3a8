package dev.flamegate.judge.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.MadeRun;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.LatencyGrowth;
import dev.flamegate.model.finding.LatencyPart;
import dev.flamegate.model.finding.LatencyPart.Kind;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Samples are of 10 ms and requests 1000, so that 100 samples are 1 ms per request. */
class LatencyPartsTest {
    private static final Offset<Double> ROUNDING = within(5e-5);
    private static final String HANDLE = "shop.Cart.handle";

    @Test
    void cpu_that_a_request_takes_is_its_cause() {
        List<LatencyPart> parts = between(
                trial -> ran(trial, 200).latency(0.002),
                trial -> ran(trial, 700).latency(0.007));

        assertThat(parts.get(0).kind()).isEqualTo(Kind.CPU);
        assertThat(parts.get(0).grown()).isEqualTo(0.005, ROUNDING);
        assertThat(grown(parts, Kind.RUN_QUEUE)).isEqualTo(0, ROUNDING);
        assertThat(grown(parts, Kind.UNSEEN)).isEqualTo(0, ROUNDING);
    }

    @Test
    void threads_that_could_run_longer_than_they_ran_waited_for_a_cpu() {
        List<LatencyPart> parts = between(
                trial -> ran(trial, 200).latency(0.002),
                trial -> ran(trial, 200)
                        .wall("http-#", "runnable", 300, HANDLE, "shop.Cart.price")
                        .latency(0.005));

        assertThat(parts.get(0).kind()).isEqualTo(Kind.RUN_QUEUE);
        assertThat(parts.get(0).grown()).isEqualTo(0.003, ROUNDING);
    }

    @Test
    void pauses_of_the_collector_stop_threads_that_could_run() {
        List<LatencyPart> parts = between(
                trial -> ran(trial, 200).latency(0.002),
                trial -> ran(trial, 200)
                        .wall("http-#", "runnable", 250, HANDLE, "shop.Cart.price")
                        .counter(Counter.GC_TIME, 0.5 * MadeRun.SECONDS)
                        .latency(0.005));

        assertThat(parts.get(0).kind()).isEqualTo(Kind.GC);
        assertThat(parts.get(0).grown()).isEqualTo(0.0025, ROUNDING);
        assertThat(grown(parts, Kind.RUN_QUEUE)).isEqualTo(0, ROUNDING);
    }

    @Test
    void an_allocation_that_waits_for_a_concurrent_collector_waits_for_the_collector() {
        List<LatencyPart> parts = between(
                trial -> ran(trial, 200).latency(0.002),
                trial -> ran(trial, 200)
                        .wall(
                                "http-#",
                                "sleeping",
                                700,
                                HANDLE,
                                "libjvm.so.ZPageAllocator::alloc_page_stall",
                                "libc.so.6.__futex_abstimed_wait_common")
                        .counter(Counter.GC_TIME, 0.1 * MadeRun.SECONDS)
                        .latency(0.01));

        assertThat(parts.get(0).kind()).isEqualTo(Kind.GC);
        assertThat(parts.get(0).grown()).as("stalls and pauses").isEqualTo(0.008, ROUNDING);
        assertThat(parts.get(0).where()).isEqualTo(HANDLE);
    }

    @Test
    void threads_asleep_are_told_apart_by_what_they_wait_for() {
        List<LatencyPart> parts = between(
                trial -> ran(trial, 200).latency(0.002),
                trial -> asleep(ran(trial, 200).latency(0.019)));

        assertThat(grown(parts, Kind.LOCK)).isEqualTo(0.001, ROUNDING);
        assertThat(grown(parts, Kind.POOL)).as("a lock within a pool").isEqualTo(0.006, ROUNDING);
        assertThat(grown(parts, Kind.IO)).isEqualTo(0.004, ROUNDING);
        assertThat(grown(parts, Kind.SLEEP)).isEqualTo(0.003, ROUNDING);
        assertThat(grown(parts, Kind.OTHER_WAIT)).isEqualTo(0.002, ROUNDING);
        assertThat(grown(parts, Kind.UNSEEN)).isEqualTo(0.001, ROUNDING);
        assertThat(parts).extracting(LatencyPart::kind).startsWith(Kind.POOL, Kind.IO, Kind.SLEEP);
        assertThat(parts).extracting(LatencyPart::where).startsWith(HANDLE, HANDLE, HANDLE);
    }

    @Test
    void long_waits_for_a_lock_are_taken_from_its_own_profile() {
        Facet waiting = new Facet("http-#", "", "");
        List<LatencyPart> parts = between(
                trial -> asleep(ran(trial, 200)).latency(0.019),
                trial -> asleep(ran(trial, 200))
                        .add(ProfileEvent.LOCK, waiting, 500, HANDLE, "shop.Cart.book")
                        .latency(0.023));

        assertThat(parts.get(0).kind()).isEqualTo(Kind.LOCK);
        assertThat(parts.get(0).grown())
                .as("from 1 ms that were sampled to 5 ms")
                .isEqualTo(0.004, ROUNDING);
        assertThat(parts.get(0).where()).isEqualTo("shop.Cart.book");
    }

    @Test
    void threads_without_work_are_no_part_of_a_request() {
        List<LatencyPart> parts = between(
                trial -> ran(trial, 200).latency(0.002),
                trial -> ran(trial, 200)
                        .wall("http-#", "sleeping", 900, "java.util.concurrent.ThreadPoolExecutor.getTask")
                        .latency(0.006));

        assertThat(parts.get(0).kind()).isEqualTo(Kind.UNSEEN);
        assertThat(parts.get(0).grown()).isEqualTo(0.004, ROUNDING);
    }

    @Test
    void the_interval_holds_the_growth_and_narrows_with_trials_that_agree() {
        ProfiledRun before = run(
                "before",
                trial -> ran(trial, 200).latency(0.002),
                trial -> ran(trial, 210).latency(0.0021));
        ProfiledRun after = run(
                "after",
                trial -> ran(trial, 300).latency(0.003),
                trial -> ran(trial, 312).latency(0.00312));

        LatencyPart cpu = LatencyParts.of(before, after, null, true).parts().get(0);
        assertThat(cpu.change().low()).isBetween(0.0008, 0.00101);
        assertThat(cpu.change().high()).isBetween(0.00101, 0.0012);

        LatencyPart unpaired =
                LatencyParts.of(before, after, null, false).parts().get(0);
        assertThat(unpaired.change().low())
                .as("of two trials that are no pairs")
                .isLessThan(cpu.change().low());
    }

    @Test
    void a_larger_part_that_is_noise_comes_after_the_others() {
        ProfiledRun before = run(
                "before",
                trial -> ran(trial, 200).latency(0.002),
                trial -> ran(trial, 200).latency(0.042),
                trial -> ran(trial, 200).latency(0.012));
        ProfiledRun after = run(
                "after",
                trial -> ran(trial, 400).latency(0.064),
                trial -> ran(trial, 402).latency(0.004),
                trial -> ran(trial, 404).latency(0.034));

        LatencyGrowth growth = LatencyParts.of(before, after, null, true);

        LatencyPart cpu = growth.parts().get(0);
        LatencyPart unseen = growth.parts().get(growth.parts().size() - 1);
        assertThat(cpu.kind()).isEqualTo(Kind.CPU);
        assertThat(cpu.isCertain()).isTrue();
        assertThat(unseen.kind()).isEqualTo(Kind.UNSEEN);
        assertThat(unseen.grown()).isGreaterThan(cpu.grown());
        assertThat(unseen.isCertain()).isFalse();
        assertThat(unseen.isNoise(growth.grown())).isTrue();
    }

    @Test
    void requests_that_are_labelled_are_split_by_themselves() {
        Facet other = new Facet("http-#", "GET /b", "running");
        Facet wanted = new Facet("http-#", "GET /a", "running");
        Consumer<MadeRun> both = trial -> trial.add(ProfileEvent.CPU, other, 500, HANDLE)
                .add(ProfileEvent.WALL, other, 500, HANDLE)
                .add(ProfileEvent.WALL, wanted, 100, HANDLE);
        ProfiledRun before = run("before", trial -> {
            both.accept(trial);
            trial.add(ProfileEvent.CPU, wanted, 100, HANDLE).latency(0.001);
        });
        ProfiledRun after = run("after", trial -> {
            both.accept(trial);
            trial.add(ProfileEvent.CPU, wanted, 100, HANDLE)
                    .add(ProfileEvent.WALL, new Facet("http-#", "GET /a", "sleeping"), 200, "java.lang.Thread.sleep")
                    .latency(0.003);
        });

        List<LatencyPart> parts = LatencyParts.of(before, after, "GET /a", true).parts();
        assertThat(parts.get(0).kind()).isEqualTo(Kind.SLEEP);
        assertThat(parts)
                .filteredOn(part -> part.kind() == Kind.CPU)
                .singleElement()
                .satisfies(cpu -> assertThat(cpu.candidate()).isEqualTo(0.001, ROUNDING));
    }

    @Test
    void the_slowest_requests_are_told_from_the_rest() {
        assertThat(grown(trial -> trial.latency(0.002), trial -> trial.latency(0.004))
                        .slowest())
                .as("all alike")
                .isEqualTo(0.1, within(0.001));
        assertThat(grown(
                                trial -> trial.latency(0.002),
                                trial -> trial.latency(0.002, 950).latency(0.042, 50))
                        .slowest())
                .as("one in twenty")
                .isEqualTo(1, within(0.001));
        assertThat(grown(
                                trial -> trial.latency(0.002),
                                trial -> trial.latency(0.001, 950).latency(0.042, 50))
                        .slowest())
                .as("one in twenty, and the others got faster")
                .isGreaterThan(1.5);
    }

    private static LatencyGrowth grown(Consumer<MadeRun> before, Consumer<MadeRun> after) {
        return LatencyParts.of(
                run("before", trial -> before.accept(ran(trial, 100))),
                run("after", trial -> after.accept(ran(trial, 100))),
                null,
                true);
    }

    @Test
    void a_latency_that_did_not_grow_and_one_without_profiles_have_no_parts() {
        assertThat(between(
                        trial -> ran(trial, 300).latency(0.003),
                        trial -> ran(trial, 200).latency(0.002)))
                .isEmpty();
        assertThat(between(
                        trial -> trial.cpu(200, HANDLE).latency(0.002),
                        trial -> ran(trial, 300).latency(0.003)))
                .isEmpty();
    }

    private static List<LatencyPart> between(Consumer<MadeRun> before, Consumer<MadeRun> after) {
        return LatencyParts.of(run("before", before), run("after", after), null, true)
                .parts();
    }

    @SafeVarargs
    private static ProfiledRun run(String id, Consumer<MadeRun>... trials) {
        MadeRun run = new MadeRun(id);
        for (Consumer<MadeRun> trial : trials) {
            trial.accept(run);
            run.trial();
        }
        return run.run();
    }

    private static MadeRun ran(MadeRun trial, long samples) {
        return trial.cpu(samples, HANDLE).wall("http-#", "runnable", samples, HANDLE);
    }

    private static MadeRun asleep(MadeRun trial) {
        String park = "jdk.internal.misc.Unsafe.park";
        return trial.wall("http-#", "sleeping", 100, HANDLE, "java.util.concurrent.locks.ReentrantLock.lock", park)
                .wall(
                        "http-#",
                        "sleeping",
                        600,
                        HANDLE,
                        "com.zaxxer.hikari.pool.HikariPool.getConnection",
                        "java.util.concurrent.locks.ReentrantLock.lock",
                        park)
                .wall("http-#", "sleeping", 400, HANDLE, "sun.nio.ch.NioSocketImpl.park", "sun.nio.ch.Net.poll")
                .wall("http-#", "sleeping", 300, HANDLE, "java.lang.Thread.sleep")
                .wall("http-#", "sleeping", 200, HANDLE, park);
    }

    private static double grown(List<LatencyPart> parts, Kind kind) {
        return parts.stream()
                .filter(part -> part.kind() == kind)
                .mapToDouble(LatencyPart::grown)
                .sum();
    }
}
