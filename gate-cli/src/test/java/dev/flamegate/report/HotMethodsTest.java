package dev.flamegate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Run;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.profile.ProfiledRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HotMethodsTest {
    @Test
    void a_headline_names_code_of_a_class_before_native_helpers_and_never_what_measures() {
        HotMethods methods = report(
                        tree(Map.of("libc.so.6.write", 30L, "WallClock::signalHandler", 40L, "shop.Cart.price", 5L)),
                        null)
                .methods();

        assertThat(methods.hottest()).map(MethodCost::name).contains("shop.Cart.price");
        assertThat(methods.bySelf())
                .extracting(MethodCost::name)
                .startsWith("WallClock::signalHandler", "libc.so.6.write", "shop.Cart.price");
    }

    @Test
    void a_native_function_is_the_hottest_when_no_class_has_cpu_of_its_own() {
        HotMethods methods = report(tree(Map.of("libc.so.6.write", 3L, "WallClock::signalHandler", 9L)), null)
                .methods();

        assertThat(methods.hottest()).map(MethodCost::name).contains("libc.so.6.write");
    }

    @Test
    void cost_is_the_share_of_the_samples_times_cpu_per_request() {
        HotMethods methods = Examples.failing().methods();

        MethodCost multiply = methods.hottest().orElseThrow();
        assertThat(multiply.name()).endsWith("MatrixCalculator.multiply");
        assertThat(multiply.self().candidate()).isCloseTo(0.0083, within(1e-6));
        assertThat(multiply.self().change()).isCloseTo(0.00676, within(1e-6));
    }

    @Test
    void shares_of_own_cpu_add_up_to_the_whole() {
        double sum = Examples.failing().methods().bySelf().stream()
                .mapToDouble(method -> method.self().share())
                .sum();

        assertThat(sum).isCloseTo(1, within(1e-9));
    }

    @Test
    void without_a_baseline_nothing_has_grown() {
        HotMethods methods = Examples.passing().methods();

        assertThat(methods.isCompared()).isFalse();
        assertThat(methods.bySelf())
                .allMatch(method -> Double.isNaN(method.self().change()));
    }

    private static CallTree tree(Map<String, Long> weights) {
        return tree(weights, Map.of());
    }

    private static CallTree tree(Map<String, Long> weights, Map<String, Long> machine) {
        CallTree.Builder tree = new CallTree.Builder();
        weights.forEach((name, weight) -> tree.add(List.of(new Frame(name, 1)), Facet.NONE, weight));
        machine.forEach((pool, weight) -> tree.add(List.of(new Frame("x", 0)), new Facet(pool, "", ""), weight));
        return tree.build();
    }

    /** The usual report with these CPU profiles. */
    private static GateReport report(CallTree now, @Nullable CallTree before) {
        GateReport usual = Examples.failing();
        Map<String, GateReport.Baseline> baselines = new LinkedHashMap<>();
        if (before != null) {
            GateReport.Baseline baseline = usual.baseline().orElseThrow();
            baselines.put(
                    baseline.run().run().id(),
                    new GateReport.Baseline(profiled(baseline.run().run(), before), baseline.measurements()));
        }
        return new GateReport(
                profiled(usual.run(), now),
                usual.judgement(),
                usual.measurements(),
                baselines,
                usual.trends(),
                usual.version(),
                usual.judged());
    }

    private static ProfiledRun profiled(Run run, CallTree tree) {
        return new ProfiledRun(
                run,
                run.trials().stream()
                        .map(trial -> Map.of(ProfileEvent.CPU, tree))
                        .toList());
    }
}
