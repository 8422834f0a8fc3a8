package dev.flamegate.judge.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Pair;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.model.finding.MoreCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallChangesTest {
    private static final List<Arm> ORDER = List.of(Arm.BASELINE, Arm.CANDIDATE);

    @Test
    void a_method_called_three_times_as_often_is_named_with_its_counts_and_its_caller() {
        CallChanges changes = CallChanges.of(List.of(
                pair(1, 500, 510, method("shop.Price.round", 2010, 6120), method("shop.Cart.total", 500, 510)),
                pair(2, 498, 505, method("shop.Price.round", 1990, 6061), method("shop.Cart.total", 498, 505)),
                pair(3, 503, 500, method("shop.Price.round", 2015, 5990), method("shop.Cart.total", 503, 500))));

        assertThat(changes.more()).singleElement().satisfies(more -> {
            assertThat(more.method()).isEqualTo("shop.Price.round");
            assertThat(more.callers()).containsExactly("shop.Cart.total");
            assertThat(more.pairs()).isEqualTo(3);
            assertThat(more.calls().ratio()).isCloseTo(2.99, within(0.02));
            assertThat(more.calls().baseline()).isCloseTo(4.01, within(0.01));
            assertThat(more.calls().candidate()).isCloseTo(12, within(0.02));
            assertThat(more.calls().interval().low()).isBetween(2.0, 2.99);
            assertThat(more.calls().interval().high()).isBetween(2.99, 4.0);
        });
        CallRate total = changes.of("shop.Cart.total").orElseThrow();
        assertThat(total.more()).isFalse();
        assertThat(total.asOften()).isTrue();
        assertThat(changes.of("shop.Else.where")).isEmpty();
    }

    @Test
    void one_pair_names_nothing_and_pairs_that_do_not_count_say_nothing() {
        Pair one = pair(1, 500, 500, method("m", 500, 1500));
        Pair two = one.numbered(2);

        assertThat(CallChanges.of(List.of(one)).more()).isEmpty();
        assertThat(CallChanges.of(List.of(one, two.without("steal", null))).more())
                .isEmpty();
        assertThat(CallChanges.of(List.of(one, two.with(Pair.Calls.none("the target does not answer"))))
                        .more())
                .isEmpty();
        assertThat(CallChanges.of(List.of(one, two)).more()).hasSize(1);
    }

    @Test
    void every_pair_has_to_show_it_and_it_has_to_be_worth_naming() {
        assertThat(same(method("m", 5000, 5400))).isEmpty(); // 1.08 times
        assertThat(same(method("m", 10, 30))).isEmpty(); // 0.02 calls per request more
        assertThat(CallChanges.of(List.of(
                                pair(1, 1000, 1000, method("m", 1000, 3000)),
                                pair(2, 1000, 1000, method("m", 1000, 1010)),
                                pair(3, 1000, 1000, method("m", 1000, 3000))))
                        .more())
                .isEmpty();
    }

    @Test
    void what_was_never_called_before_has_no_ratio() {
        assertThat(same(method("m", 0, 4000))).singleElement().satisfies(more -> {
            assertThat(more.calls().ratio()).isNull();
            assertThat(more.calls().interval()).isNull();
            assertThat(more.calls().candidate()).isEqualTo(4);
        });
    }

    /** Seven requests more of a kind that makes 100 calls each are 700 calls more, and chance. */
    @Test
    void calls_in_bursts_are_no_more_certain_than_what_causes_them() {
        assertThat(same(new Pair.Calls.Method("m", List.of(), 2000, 2700, 1, 1)))
                .hasSize(1);
        assertThat(same(new Pair.Calls.Method("m", List.of(), 2000, 2700, 100, 100)))
                .isEmpty();
    }

    @Test
    void a_callee_that_only_follows_its_caller_is_not_named_besides_it() {
        List<MoreCalls> more = same(
                new Pair.Calls.Method("A", List.of(), 1000, 2000, 1, 1),
                new Pair.Calls.Method("B", List.of("A"), 3000, 6000, 1, 1),
                new Pair.Calls.Method("C", List.of("B"), 3000, 6000, 1, 1),
                new Pair.Calls.Method("D", List.of("B"), 3000, 18_000, 1, 1),
                new Pair.Calls.Method("X", List.of("Y"), 1000, 2000, 1, 1),
                new Pair.Calls.Method("Y", List.of("X"), 1000, 2000, 1, 1));

        assertThat(more).extracting(MoreCalls::method).containsExactly("D", "A", "X", "Y");
    }

    /** Requests drawn at random from four kinds, rare ones among them, as two equal builds would get them. */
    @Test
    void a_build_against_itself_names_nothing_in_fifty_replays() {
        int named = 0;
        for (int replay = 0; replay < 50; replay++) {
            Random random = new Random(4711 + replay);
            List<Pair> pairs = new ArrayList<>();
            for (int number = 1; number <= 3; number++) {
                Drawn baseline = new Drawn(random);
                Drawn candidate = new Drawn(random);
                pairs.add(pair(number, baseline.requests, candidate.requests, Drawn.methods(baseline, candidate)));
            }
            named += CallChanges.of(pairs).more().size();
        }
        assertThat(named).isZero();
    }

    /** The same with a method that one kind of request calls three times as often: it is found in nearly every replay. */
    @Test
    void among_as_much_chance_a_method_called_three_times_as_often_is_found() {
        int found = 0;
        int others = 0;
        for (int replay = 0; replay < 50; replay++) {
            Random random = new Random(815 + replay);
            List<Pair> pairs = new ArrayList<>();
            for (int number = 1; number <= 3; number++) {
                Drawn baseline = new Drawn(random);
                Drawn candidate = new Drawn(random);
                candidate.more(0, 3);
                pairs.add(pair(number, baseline.requests, candidate.requests, Drawn.methods(baseline, candidate)));
            }
            for (MoreCalls more : CallChanges.of(pairs).more()) {
                found += more.method().equals("m0") ? 1 : 0;
                others += more.method().equals("m0") ? 0 : 1;
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(45);
        assertThat(others).isZero();
    }

    @Test
    void the_interval_is_as_wide_as_the_pairs_scatter() {
        Interval narrow = CallChanges.of(List.of(
                        pair(1, 1000, 1000, method("m", 10_000, 30_000)),
                        pair(2, 1000, 1000, method("m", 10_000, 30_100)),
                        pair(3, 1000, 1000, method("m", 10_000, 29_900))))
                .of("m")
                .orElseThrow()
                .interval();
        Interval wide = CallChanges.of(List.of(
                        pair(1, 1000, 1000, method("m", 10_000, 30_000)),
                        pair(2, 1000, 1000, method("m", 10_000, 40_000)),
                        pair(3, 1000, 1000, method("m", 10_000, 20_000))))
                .of("m")
                .orElseThrow()
                .interval();

        assertThat(wide.high() - wide.low()).isGreaterThan(3 * (narrow.high() - narrow.low()));
    }

    private static List<MoreCalls> same(Pair.Calls.Method... methods) {
        return CallChanges.of(List.of(
                        pair(1, 1000, 1000, methods), pair(2, 1000, 1000, methods), pair(3, 1000, 1000, methods)))
                .more();
    }

    private static Pair pair(int number, long baseline, long candidate, Pair.Calls.Method... methods) {
        return new Pair(number, ORDER, null, List.of())
                .with(new Pair.Calls(
                        new Pair.Calls.Part(baseline, 1), new Pair.Calls.Part(candidate, 1), List.of(methods), null));
    }

    private static Pair.Calls.Method method(String name, long baseline, long candidate) {
        return new Pair.Calls.Method(
                name,
                name.equals("shop.Price.round") ? List.of("shop.Cart.total") : List.of(),
                baseline,
                candidate,
                0.3,
                0.3);
    }

    /** What one arm counted in ten parts of its time, under requests of four kinds. */
    private static final class Drawn {
        private static final double[] SHARES = {0.6, 0.3, 0.09, 0.01};
        private static final int METHODS = 60;
        private static final int PARTS = 10;

        private final long[][] calls = new long[METHODS][PARTS];
        private long requests;

        Drawn(Random random) {
            for (int part = 0; part < PARTS; part++) {
                int now = 40 + random.nextInt(20);
                requests += now;
                for (int i = 0; i < now; i++) {
                    request(random, part);
                }
            }
        }

        /** A kind of request calls every fourth method, some of them hundreds of times; a few depend on chance. */
        private void request(Random random, int part) {
            double drawn = random.nextDouble();
            int kind = 0;
            for (double share = SHARES[0]; drawn > share && kind < 3; share += SHARES[kind]) {
                kind++;
            }
            for (int method = kind; method < METHODS; method += 4) {
                int often = 1 + (method * method) % 200;
                calls[method][part] += method % 3 == 0 ? random.nextInt(often + 1) : often;
            }
        }

        void more(int method, int times) {
            for (int part = 0; part < PARTS; part++) {
                calls[method][part] *= times;
            }
        }

        static Pair.Calls.Method[] methods(Drawn baseline, Drawn candidate) {
            List<Pair.Calls.Method> methods = new ArrayList<>();
            for (int i = 0; i < METHODS; i++) {
                long before = sum(baseline.calls[i]);
                long after = sum(candidate.calls[i]);
                if (before + after > 0) {
                    methods.add(new Pair.Calls.Method(
                            "m" + i, List.of(), before, after, burst(baseline.calls[i]), burst(candidate.calls[i])));
                }
            }
            return methods.toArray(new Pair.Calls.Method[0]);
        }

        private static long sum(long[] parts) {
            long sum = 0;
            for (long part : parts) {
                sum += part;
            }
            return sum;
        }

        private static double burst(long[] parts) {
            double mean = (double) sum(parts) / PARTS;
            double squares = 0;
            for (long part : parts) {
                squares += (part - mean) * (part - mean);
            }
            return mean == 0 ? 1 : squares / (PARTS - 1) / mean;
        }
    }
}
