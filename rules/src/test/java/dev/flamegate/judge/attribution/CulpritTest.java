package dev.flamegate.judge.attribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.MadeRun;
import dev.flamegate.model.Counter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Culprit.Caller;
import dev.flamegate.model.finding.Culprit.Kind;
import dev.flamegate.model.rule.Selector;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class CulpritTest {
    private static final String RUN = "java.lang.Thread.run";
    private static final String ROUTER = "shop.Router.handle:12";
    private static final int PAIRS = 4;

    /** Some counts around 1, for restarts that differ a little. */
    private static final double[] CHANCE = {1.01, 0.99, 1.02, 0.98};

    @Test
    void the_method_itself_is_the_culprit_with_its_line_and_nearly_all_of_the_growth() {
        Culprit culprit = culprit((run, chance) -> usual(run, chance), (run, chance) -> {
            usual(run, chance);
            run.cpu(times(600, chance), RUN, ROUTER, "shop.Cart.price:30", "shop.Matrix.multiply:88");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Matrix.multiply");
        assertThat(culprit.file()).isEqualTo("shop/Matrix.java");
        assertThat(culprit.line()).isEqualTo(88);
        assertThat(culprit.share()).isCloseTo(1, within(0.05));
        assertThat(culprit.growth()).isCloseTo(2, within(0.1));
        assertThat(culprit.interval().low()).isBetween(1.0, culprit.growth());
        assertThat(culprit.evidence().kind()).isEqualTo(Kind.SELF);
        assertThat(culprit.evidence().path())
                .containsExactly(RUN, "shop.Router.handle", "shop.Cart.price", "shop.Matrix.multiply");
        assertThat(culprit.evidence().value() - culprit.evidence().baseline())
                .isCloseTo(600 * 0.01 / MadeRun.REQUESTS, within(1e-4));
    }

    @Test
    void a_build_against_itself_has_none_and_says_why() {
        Attribution attribution = attribution(CulpritTest::usual, CulpritTest::usual);

        assertThat(attribution.culprit()).isEmpty();
        assertThat(attribution.because()).contains("distinguishable from noise");
    }

    @Test
    void code_of_the_platform_stands_under_the_caller_that_somebody_can_change() {
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(300, chance), RUN, ROUTER, "shop.Orders.check:41", "java.util.regex.Pattern.matches");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Orders.check");
        assertThat(culprit.line()).isEqualTo(41);
        assertThat(culprit.evidence().within()).isEqualTo("java.util.regex.Pattern.matches");
        assertThat(culprit.evidence().kind()).isEqualTo(Kind.INCLUSIVE);
        assertThat(culprit.growth()).isCloseTo(1.5, within(0.1));
    }

    @Test
    void a_method_called_from_two_places_is_found_below_both() {
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(200, chance), RUN, ROUTER, "shop.Cart.price", "shop.Json.write:7");
            run.cpu(times(150, chance), RUN, ROUTER, "shop.Orders.check", "shop.Json.write:7");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Json.write");
        assertThat(culprit.share()).isCloseTo(1, within(0.06));
    }

    @Test
    void a_culprit_has_its_callers_from_the_nearest_to_the_highest_of_the_application() {
        String mapper = "com.fasterxml.jackson.databind.ObjectMapper.write";
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(400, chance), RUN, ROUTER, "shop.Offers.show:30", mapper, "shop.Text.pad:7");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Text.pad");
        assertThat(culprit.callers())
                .extracting(Caller::frame, Caller::file, Caller::line)
                .containsExactly(
                        tuple(mapper, "com/fasterxml/jackson/databind/ObjectMapper.java", 0),
                        tuple("shop.Offers.show", "shop/Offers.java", 30),
                        tuple("shop.Router.handle", "shop/Router.java", 12));
        assertThat(culprit.callers())
                .allSatisfy(caller -> assertThat(caller.share()).isCloseTo(1, within(0.01)));
    }

    @Test
    void a_caller_that_little_of_the_growth_comes_through_is_left_out() {
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(140, chance), RUN, ROUTER, "shop.Offers.show:30", "shop.Text.pad:7");
            run.cpu(times(120, chance), RUN, ROUTER, "shop.Orders.check:40", "shop.Text.pad:7");
            run.cpu(times(130, chance), RUN, ROUTER, "shop.Users.greet:9", "shop.Text.pad:7");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Text.pad");
        assertThat(culprit.callers()).extracting(Caller::frame).containsExactly("shop.Router.handle");
    }

    @Test
    void the_share_of_a_caller_is_that_of_all_its_places() {
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(160, chance), RUN, ROUTER, "shop.Offers.show:30", "shop.Text.pad:7");
            run.cpu(times(140, chance), RUN, ROUTER, "shop.Lists.of:5", "shop.Offers.show:34", "shop.Text.pad:7");
            run.cpu(times(100, chance), RUN, ROUTER, "shop.Users.greet:9", "shop.Text.pad:7");
        });

        Caller nearest = culprit.callers().get(0);
        assertThat(nearest.frame()).isEqualTo("shop.Offers.show");
        assertThat(nearest.line()).isEqualTo(30);
        assertThat(nearest.share()).isCloseTo(0.75, within(0.02));
    }

    @Test
    void a_caller_that_grew_more_otherwise_ends_the_chain() {
        Attribution attribution = attribution(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(500, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.multiply");
            run.cpu(times(300, chance), RUN, ROUTER, "shop.Users.greet:9", "shop.Text.pad:7");
        });

        Culprit second = attribution.culprits().get(1);
        assertThat(second.frame()).isEqualTo("shop.Text.pad");
        assertThat(second.callers()).extracting(Caller::frame).containsExactly("shop.Users.greet");
    }

    @Test
    void a_method_that_is_called_more_often_grows_with_all_it_calls_and_is_the_answer() {
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(150, chance), RUN, ROUTER, "shop.Query.run:5");
            run.cpu(times(160, chance), RUN, ROUTER, "shop.Query.run:5", "shop.Rows.next");
            run.cpu(times(120, chance), RUN, ROUTER, "shop.Query.run:5", "shop.Rows.close");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Query.run");
        assertThat(culprit.evidence().kind()).isEqualTo(Kind.INCLUSIVE);
    }

    @Test
    void two_independent_growths_are_both_named() {
        Attribution attribution = attribution(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(500, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.multiply");
            run.cpu(times(300, chance), RUN, ROUTER, "shop.Orders.check:41");
        });

        assertThat(attribution.culprits())
                .extracting(Culprit::frame)
                .containsExactly("shop.Matrix.multiply", "shop.Orders.check");
        assertThat(attribution.culprits().stream().mapToDouble(Culprit::share).sum())
                .isCloseTo(1, within(0.06));
    }

    @Test
    void a_renamed_method_only_moved_its_cost() {
        Attribution attribution = attribution(CulpritTest::usual, (run, chance) -> {
            run.cpu(times(300, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.times");
            rest(run, chance);
        });

        assertThat(attribution.culprit()).isEmpty();
        assertThat(attribution.because())
                .contains("shop.Matrix.times", "shop.Matrix.multiply", "cost moved, the total is unchanged");
    }

    @Test
    void a_renamed_method_that_also_grew_is_charged_with_the_difference_only() {
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            run.cpu(times(500, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.times");
            rest(run, chance);
        });

        assertThat(culprit.frame()).isEqualTo("shop.Matrix.times");
        assertThat(culprit.evidence().movedFrom()).isEqualTo("shop.Matrix.multiply");
        assertThat(culprit.share()).isCloseTo(1, within(0.05));
        assertThat(culprit.growth()).isCloseTo(2.0 / 3, within(0.05));
    }

    @Test
    void methods_merged_into_one_only_moved_their_cost() {
        Attribution attribution = attribution(CulpritTest::parts, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(300, chance), RUN, ROUTER, "shop.Page.render", "shop.Page.all");
        });

        assertThat(attribution.culprit()).isEmpty();
        assertThat(attribution.because())
                .contains("shop.Page.all", "shop.Page.part", " and 4 others next to it lost: cost moved");
    }

    @Test
    void a_method_split_in_five_only_moved_its_cost() {
        Attribution attribution = attribution(
                (run, chance) -> {
                    usual(run, chance);
                    run.cpu(times(300, chance), RUN, ROUTER, "shop.Page.render", "shop.Page.all");
                },
                CulpritTest::parts);

        assertThat(attribution.culprit()).isEmpty();
        assertThat(attribution.because()).contains("shop.Page.all", "cost moved");
    }

    @Test
    void merged_methods_that_also_grew_are_charged_with_the_difference() {
        Culprit culprit = culprit(CulpritTest::parts, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(600, chance), RUN, ROUTER, "shop.Page.render", "shop.Page.all");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Page.all");
        assertThat(culprit.evidence().movedFrom()).startsWith("shop.Page.part");
        assertThat(culprit.evidence().value() - culprit.evidence().baseline())
                .isCloseTo(300 * 0.01 / MadeRun.REQUESTS, within(2e-4));
    }

    @Test
    void methods_of_different_callers_merged_into_one_only_moved_their_cost() {
        Attribution attribution = attribution(
                (run, chance) -> {
                    usual(run, chance);
                    pages(run, chance, page -> "shop.Page" + page + ".write");
                },
                (run, chance) -> {
                    usual(run, chance);
                    pages(run, chance, page -> "shop.Text.write");
                });

        assertThat(attribution.culprit()).as(attribution.toString()).isEmpty();
        assertThat(attribution.because()).contains("shop.Text.write", "cost moved");
    }

    @Test
    void a_common_part_taken_out_of_several_methods_only_moved_its_cost() {
        Attribution attribution = attribution(
                (run, chance) -> {
                    usual(run, chance);
                    pages(run, 2 * chance, page -> "shop.Page" + page + ".write");
                },
                (run, chance) -> {
                    usual(run, chance);
                    pages(run, chance, page -> "shop.Page" + page + ".write");
                    for (int page = 1; page <= 5; page++) {
                        String write = "shop.Page" + page + ".write";
                        run.cpu(times(60, chance), RUN, ROUTER, "shop.Page" + page + ".render", write, "shop.Text.pad");
                    }
                });

        assertThat(attribution.culprit()).as(attribution.toString()).isEmpty();
        assertThat(attribution.because()).contains("shop.Text.pad", "cost moved");
    }

    @Test
    void a_growth_next_to_small_savings_elsewhere_is_a_growth() {
        Culprit culprit = culprit(
                (run, chance) -> {
                    usual(run, chance);
                    pages(run, 2 * chance, page -> "shop.Page" + page + ".write");
                },
                (run, chance) -> {
                    usual(run, chance);
                    pages(run, 1.5 * chance, page -> "shop.Page" + page + ".write");
                    run.cpu(times(600, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.multiply:88");
                });

        assertThat(culprit.frame()).isEqualTo("shop.Matrix.multiply");
        assertThat(culprit.evidence().movedFrom()).isNull();
    }

    @Test
    void a_callee_inlined_otherwise_is_no_growth_of_its_caller() {
        Attribution attribution = attribution(CulpritTest::usual, (run, chance) -> {
            run.cpu(times(300, chance), RUN, ROUTER, "shop.Cart.price");
            rest(run, chance);
        });

        assertThat(attribution.culprit()).isEmpty();
    }

    @Test
    void recursion_counts_once() {
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.cpu(times(200, chance), RUN, ROUTER, "shop.Tree.walk", "shop.Tree.walk", "shop.Tree.walk");
        });

        assertThat(culprit.frame()).isEqualTo("shop.Tree.walk");
        assertThat(culprit.growth()).as("new code has nothing to grow from").isNull();
        assertThat(culprit.interval()).isNull();
        assertThat(culprit.share()).isCloseTo(1, within(0.08));
    }

    /** Where many threads wait for a CPU, most CPU samples lack their stack and are dropped: each of the rest stands for more. */
    @Test
    void a_large_growth_is_named_though_most_samples_were_dropped() {
        BiConsumer<MadeRun, Double> before = (run, chance) -> {
            usual(run, chance);
            run.counter(Counter.CPU_PROCESS, 8.9 * chance);
        };
        BiConsumer<MadeRun, Double> after = (run, chance) -> {
            run.cpu(times(2000, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.multiply:88")
                    .cpu(times(70, chance), RUN, ROUTER, "shop.Orders.check:41")
                    .cpu(times(200, chance), RUN, ROUTER, "shop.Json.write")
                    .counter(Counter.CPU_PROCESS, 66 * chance);
        };

        assertThat(culprit(before, after).frame()).isEqualTo("shop.Matrix.multiply");
    }

    @Test
    void a_collector_that_grew_is_named_by_its_bucket_without_a_file() {
        Facet gc = new Facet("[gc]", "", "");
        Culprit culprit = culprit(CulpritTest::usual, (run, chance) -> {
            usual(run, chance);
            run.add(ProfileEvent.CPU, gc, times(300, chance), "G1ParTask::work");
        });

        assertThat(culprit.frame()).isEqualTo("[gc]");
        assertThat(culprit.file()).isNull();
        assertThat(culprit.callers()).isEmpty();
    }

    @Test
    void a_part_of_the_service_is_attributed_by_itself() {
        Facet orders = new Facet("http-#", "POST /orders", "running");
        ProfiledRun before = made("a", CulpritTest::usual);
        ProfiledRun after = made("b", (run, chance) -> {
            usual(run, chance);
            run.cpu(times(900, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.multiply");
            run.add(ProfileEvent.CPU, orders, times(200, chance), RUN, ROUTER, "shop.Orders.check:41");
        });
        Culprit culprit = cost(before, after, ProfileEvent.CPU, Selector.request("POST /o*"))
                .flatMap(cost -> Attribution.of(cost).culprit())
                .orElseThrow();

        assertThat(culprit.frame()).isEqualTo("shop.Orders.check");
    }

    @Test
    void allocation_is_scaled_to_the_bytes_counted() {
        BiConsumer<MadeRun, Double> before = (run, chance) -> allocating(run, chance, 100, 4e9);
        BiConsumer<MadeRun, Double> after = (run, chance) -> allocating(run, chance, 300, 6e9);
        Culprit culprit = cost(made("a", before), made("b", after), ProfileEvent.ALLOC, Selector.ALL)
                .flatMap(cost -> Attribution.of(cost).culprit())
                .orElseThrow();

        assertThat(culprit.frame()).isEqualTo("shop.Json.write");
        assertThat(culprit.evidence().cost()).isEqualTo(ProfileEvent.ALLOC);
        assertThat(culprit.evidence().value()).isCloseTo(6e9 * 300 / 600 / MadeRun.REQUESTS, within(1e5));
    }

    @Test
    void threads_without_work_are_no_elapsed_time() {
        ProfiledRun before = made("a", (run, chance) -> waiting(run, 500, 3000, chance));
        ProfiledRun after = made("b", (run, chance) -> waiting(run, 900, 9000, chance));
        DifferentialCost cost =
                cost(before, after, ProfileEvent.WALL, Selector.ALL).orElseThrow();

        assertThat(cost.candidate()).isCloseTo(900 * 0.01 / MadeRun.REQUESTS, within(3e-4));
        assertThat(Attribution.of(cost).culprit()).map(Culprit::frame).contains("shop.Bank.call");
    }

    @Test
    void one_trial_of_each_build_names_nobody() {
        ProfiledRun before = made("a", CulpritTest::usual).first(1);
        ProfiledRun after = made("b", (run, chance) -> run.cpu(900, RUN, "shop.Matrix.multiply"))
                .first(1);

        assertThat(Attribution.of(DifferentialCost.of(before, after, ProfileEvent.CPU, Selector.ALL)
                                .orElseThrow())
                        .because())
                .contains("one trial");
    }

    private static void allocating(MadeRun run, double chance, long json, double bytes) {
        run.add(ProfileEvent.ALLOC, Facet.NONE, times(300, 1), RUN, "shop.Orders.check")
                .add(ProfileEvent.ALLOC, Facet.NONE, json, RUN, "shop.Json.write")
                .counter(Counter.ALLOCATED, bytes * chance);
    }

    private static void waiting(MadeRun run, long bank, long idle, double chance) {
        run.wall("http-#", "sleeping", times(bank, chance), RUN, "shop.Bank.call", "java.net.Socket.read")
                .wall(
                        "http-#",
                        "sleeping",
                        idle,
                        RUN,
                        "java.util.concurrent.ThreadPoolExecutor.getTask",
                        "java.util.concurrent.locks.LockSupport.park");
    }

    private static void usual(MadeRun run, double chance) {
        run.cpu(times(300, chance), RUN, ROUTER, "shop.Cart.price", "shop.Matrix.multiply:88");
        rest(run, chance);
    }

    /** With five methods under one caller. */
    private static void parts(MadeRun run, double chance) {
        usual(run, chance);
        for (int part = 1; part <= 5; part++) {
            run.cpu(times(60, chance), RUN, ROUTER, "shop.Page.render", "shop.Page.part" + part);
        }
    }

    /** Five callers of a method each. */
    private static void pages(MadeRun run, double chance, IntFunction<String> method) {
        for (int page = 1; page <= 5; page++) {
            run.cpu(times(60, chance), RUN, ROUTER, "shop.Page" + page + ".render", method.apply(page));
        }
    }

    private static void rest(MadeRun run, double chance) {
        run.cpu(times(200, 2 - chance), RUN, ROUTER, "shop.Orders.check:41")
                .cpu(times(150, chance), RUN, ROUTER, "shop.Json.read")
                .cpu(times(100, 2 - chance), RUN, ROUTER, "shop.Json.write")
                .cpu(times(80, chance), RUN, ROUTER, "shop.Log.line")
                .cpu(times(60, 2 - chance), RUN, "shop.Metrics.count");
    }

    private static long times(long count, double chance) {
        return Math.round(count * chance);
    }

    private static ProfiledRun made(String id, BiConsumer<MadeRun, Double> trial) {
        MadeRun run = new MadeRun(id);
        for (int pair = 0; pair < PAIRS; pair++) {
            // The second build meets other chances than the first.
            trial.accept(run, CHANCE[id.equals("a") ? pair : (pair + 1) % PAIRS]);
            run.trial();
        }
        return run.run();
    }

    private static Optional<DifferentialCost> cost(
            ProfiledRun before, ProfiledRun after, ProfileEvent event, Selector selector) {
        return DifferentialCost.ofPairs(before, after, event, selector);
    }

    private static Attribution attribution(BiConsumer<MadeRun, Double> before, BiConsumer<MadeRun, Double> after) {
        return cost(made("a", before), made("b", after), ProfileEvent.CPU, Selector.ALL)
                .map(Attribution::of)
                .orElseThrow();
    }

    private static Culprit culprit(BiConsumer<MadeRun, Double> before, BiConsumer<MadeRun, Double> after) {
        Attribution attribution = attribution(before, after);
        assertThat(attribution.culprits()).as(attribution.toString()).isNotEmpty();
        return attribution.culprits().get(0);
    }
}
