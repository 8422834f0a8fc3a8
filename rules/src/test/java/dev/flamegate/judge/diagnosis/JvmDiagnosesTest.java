package dev.flamegate.judge.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Pair;
import dev.flamegate.model.Pair.JvmEvents;
import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Pair.JvmEvents.Part;
import dev.flamegate.model.Pair.JvmEvents.Tally;
import dev.flamegate.model.finding.Diagnosis;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class JvmDiagnosesTest {
    private static final List<Arm> ORDER = List.of(Arm.BASELINE, Arm.CANDIDATE);

    /** Of five seconds with 200 requests that allocate 100 KiB each. */
    private static Part part(Tally... tallies) {
        return new Part(200, 5, 200 * 102_400, List.of(tallies));
    }

    private static Tally tally(Kind kind, String what, String where, long count, double amount) {
        return new Tally(kind, what, where, count, amount);
    }

    private static Pair pair(int number, Part baseline, Part candidate) {
        return new Pair(number, ORDER, null, List.of()).with(new JvmEvents(baseline, candidate, null));
    }

    private static List<Diagnosis> of(Pair... pairs) {
        return JvmDiagnoses.of(List.of(pairs)).stream()
                .map(JvmDiagnoses.Found::diagnosis)
                .toList();
    }

    private static List<String> evidence(Pair... pairs) {
        return of(pairs).stream().map(Diagnosis::evidence).toList();
    }

    private static Part deoptimised(long count) {
        return part(
                tally(Kind.DEOPTIMISATION, "class_check", "shop.Cart.total", count, 0),
                tally(Kind.DEOPTIMISATION, "unstable_if", "shop.Cart.open", 10, 0));
    }

    @Test
    void code_given_up_over_and_over_is_named_with_its_method_reason_and_doubt() {
        List<Diagnosis> found = of(pair(1, deoptimised(1), deoptimised(1700)));

        assertThat(found).singleElement().satisfies(one -> {
            assertThat(one.id()).isEqualTo("deoptimisations");
            assertThat(one.severity()).isEqualTo(Diagnosis.Severity.FAIL);
            assertThat(one.evidence())
                    .isEqualTo(
                            "compiled code is given up 342 times per second against 2.2 in the baseline (98 % interval of"
                                    + " the difference: 168 to 687), most of it in shop.Cart.total, reason class_check");
            assertThat(one.remedy())
                    .startsWith("Look at what reaches the named method")
                    .doesNotEndWith(".");
        });
    }

    @Test
    void the_last_pair_that_counts_and_recorded_something_decides() {
        Pair grown = pair(1, deoptimised(0), deoptimised(1700));
        Pair equal = pair(2, deoptimised(0), deoptimised(3));
        assertThat(of(grown.without("steal", null))).isEmpty();
        assertThat(of(grown, equal)).isEmpty();
        assertThat(of(equal, grown)).hasSize(1);
        assertThat(of(grown, equal.without("steal", null))).hasSize(1);
        assertThat(of(grown, grown.numbered(2).with(JvmEvents.none("no recorder"))))
                .hasSize(1);
        assertThat(of(new Pair(1, ORDER, null, List.of()))).isEmpty();
    }

    @Test
    void fewer_than_in_the_baseline_and_differences_below_the_threshold_are_no_cause() {
        assertThat(of(pair(1, deoptimised(1700), deoptimised(0)))).isEmpty();
        assertThat(of(pair(1, deoptimised(0), deoptimised(80)))).isEmpty();
    }

    @Test
    void pauses_are_told_with_what_is_allocated() {
        Part short1 = part(tally(Kind.GC_PAUSE, "G1 Evacuation Pause", "G1New", 10, 0.055));
        Part more = new Part(
                200, 5, 200 * 307_200, List.of(tally(Kind.GC_PAUSE, "G1 Evacuation Pause", "G1New", 60, 0.405)));
        Part fuller = part(tally(Kind.GC_PAUSE, "System.gc()", "G1Old", 60, 0.405));
        assertThat(evidence(pair(1, short1, more)))
                .singleElement()
                .asString()
                .startsWith("pauses of the collector take 8.1 % of the time against 1.1 % in the baseline")
                .endsWith(
                        "most of it for G1 Evacuation Pause (G1New); a request allocates 3 times as much (300 KiB against"
                                + " 100 KiB)");
        assertThat(evidence(pair(1, short1, fuller)))
                .singleElement()
                .asString()
                .endsWith("for System.gc() (G1Old); a request allocates no more than before (100 KiB), so the heap is"
                        + " smaller, fuller or collected otherwise");
    }

    @Test
    void a_code_cache_is_full_in_one_arm_and_not_in_the_other() {
        Part free = part(tally(Kind.CODE_CACHE_FULL, "CodeCache", "", 0, 50e6));
        Part full = part(tally(Kind.CODE_CACHE_FULL, "CodeCache", "", 2, 1024));
        assertThat(evidence(pair(1, free, full)))
                .containsExactly("the code cache (CodeCache) was full 2 times since the start, and never in the"
                        + " baseline; 1,024 B of it are free");
        assertThat(of(pair(1, full, full))).isEmpty();
        assertThat(of(pair(1, full, free))).isEmpty();
    }

    @Test
    void locks_classes_safepoints_and_memory_have_their_words() {
        Part before = part(tally(Kind.NATIVE_MEMORY, "direct buffers", "", 1, 1 << 20));
        Part after = part(
                tally(Kind.LOCK_WAIT, "java.util.Hashtable", "lib.Registry.find", 200, 2.4),
                tally(Kind.CLASS_LOAD, "jdk.proxy#.$Proxy#", "shop.Cart.view", 600, 0),
                tally(Kind.SAFEPOINT, "ThreadDump", "", 50, 0.2),
                tally(Kind.NATIVE_MEMORY, "direct buffers", "", 1, 65 << 20));
        assertThat(evidence(pair(1, before, after)))
                .satisfiesExactly(
                        safepoints -> assertThat(safepoints)
                                .startsWith("safepoints without a collection stop the application for 4 % of the time"
                                        + " against 0 % in the baseline")
                                .endsWith("most of it for the operation ThreadDump"),
                        classes -> assertThat(classes)
                                .startsWith(
                                        "classes are loaded under load 120 times per second against 0 in the baseline")
                                .endsWith("3 per request, most of them jdk.proxy#.$Proxy# from shop.Cart.view"),
                        locks -> assertThat(locks)
                                .startsWith("threads wait 12 ms per request against 0 ms in the baseline")
                                .endsWith("for locks, most of it for java.util.Hashtable in lib.Registry.find"),
                        memory -> assertThat(memory)
                                .startsWith("direct buffers take 65 MiB against 1 MiB in the baseline"));
    }

    private static Part sampled(long interpreted, long called, long inlined, long others) {
        return part(
                tally(Kind.CODE_SAMPLE, Kind.INTERPRETED, "shop.Cart.parse", interpreted, 0),
                tally(Kind.CODE_SAMPLE, Kind.CALLED, "shop.Cart.price", called, 0),
                tally(Kind.CODE_SAMPLE, Kind.INLINED, "shop.Cart.price", inlined, 0),
                tally(Kind.CODE_SAMPLE, Kind.CALLED, "shop.Cart.total", others, 0));
    }

    @Test
    void code_that_is_not_compiled_is_named() {
        assertThat(evidence(pair(1, sampled(2, 0, 50, 348), sampled(164, 0, 40, 196))))
                .singleElement()
                .asString()
                .startsWith("interpreted code is in 41 % of the samples against 0.5 % in the baseline (98 % interval")
                .endsWith(", most of them in shop.Cart.parse");
    }

    @Test
    void a_method_that_is_no_longer_inlined_is_named() {
        Pair lost = pair(1, sampled(1, 2, 80, 317), sampled(1, 100, 0, 299));
        Part tooFew = sampled(0, 5, 0, 20);
        assertThat(evidence(lost))
                .singleElement()
                .asString()
                .startsWith(
                        "shop.Cart.price is called where it was inlined: calls of it are in 25 % of the samples against"
                                + " 0.5 % in the baseline (98 % interval")
                .endsWith("; as a part of its callers it is in 0 % against 20 %");
        assertThat(of(pair(1, sampled(1, 2, 80, 317), tooFew))).isEmpty();
    }

    /** It may be called more often elsewhere, or take longer, without any change to what is inlined. */
    @Test
    void a_method_that_only_costs_more_has_not_lost_its_inlining() {
        Pair hotter = pair(1, sampled(1, 2, 80, 317), sampled(1, 100, 80, 219));
        Pair colder = pair(1, sampled(1, 2, 80, 317), sampled(1, 2, 8, 389));
        assertThat(of(hotter)).isEmpty();
        assertThat(of(colder)).isEmpty();
    }

    /** Counts at random around equal rates, with what differs between starts: as many as 50 a second. */
    @Test
    void unchanged_builds_are_named_in_almost_none_of_many_comparisons() {
        Random random = new Random(66);
        long named = IntStream.range(0, 2000)
                .filter(world -> !JvmDiagnoses.of(List.of(pair(1, noisy(random), noisy(random))))
                        .isEmpty())
                .count();
        // Each kind would err in 1 % if its threshold were 0.
        assertThat(named).isLessThan(10);
    }

    private static Part noisy(Random random) {
        double start = Math.exp(0.3 * random.nextGaussian());
        return part(
                tally(Kind.DEOPTIMISATION, "class_check", "a", (long) (50 * start * (1 + random.nextDouble())), 0),
                tally(Kind.GC_PAUSE, "G1 Evacuation Pause", "G1New", 20, 0.1 * start),
                tally(Kind.CLASS_LOAD, "x", "a", (long) (10 * start), 0),
                tally(Kind.LOCK_WAIT, "x", "a", 100, 0.05 * Math.exp(0.75 * random.nextGaussian())),
                tally(Kind.NATIVE_MEMORY, "direct buffers", "", 1, 8e6 * start),
                tally(Kind.CODE_SAMPLE, Kind.INTERPRETED, "a", random.nextInt(12), 0),
                tally(Kind.CODE_SAMPLE, Kind.CALLED, "b", (long) (30 * start), 0),
                tally(Kind.CODE_SAMPLE, Kind.INLINED, "b", 30 + random.nextInt(20), 0),
                tally(Kind.CODE_SAMPLE, Kind.CALLED, "c", 300, 0));
    }
}
