package dev.flamegate.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.report.HotMethods.HotMethod;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HotMethodsTest {
    @Test
    void a_recursive_method_counts_once_per_sample() {
        CallTree tree = new CallTree.Builder()
                .add(stack("a", "b", "a", "a"), Facet.NONE, 3)
                .add(stack("a", "b"), Facet.NONE, 2)
                .build();

        Map<String, MethodWeights.Weight> weights = MethodWeights.of(tree);

        assertThat(weights.get("a").self()).isEqualTo(3);
        assertThat(weights.get("a").total()).isEqualTo(5);
        assertThat(weights.get("b").self()).isEqualTo(2);
        assertThat(weights.get("b").total()).isEqualTo(5);
    }

    @Test
    void the_machines_threads_stand_under_their_pool() {
        CallTree tree = new CallTree.Builder()
                .add(stack("a"), Facet.NONE, 3)
                .add(stack("G1::work"), new Facet("[gc]", "", ""), 7)
                .build();

        assertThat(MethodWeights.of(tree)).containsOnlyKeys("a", "[gc]");
        assertThat(MethodWeights.of(tree).get("[gc]").self()).isEqualTo(7);
    }

    @Test
    void cost_is_the_share_of_the_samples_times_cpu_per_request() {
        HotMethods methods = HotMethods.of(Examples.failing());

        HotMethod multiply = methods.hottest().orElseThrow();
        assertThat(multiply.name()).endsWith("MatrixCalculator.multiply");
        assertThat(multiply.self()).isCloseTo(0.0083, within(1e-6));
        assertThat(multiply.selfChange()).isCloseTo(0.00676, within(1e-6));
        assertThat(methods.grewMost()).contains(multiply);
    }

    @Test
    void shares_of_own_cpu_add_up_to_the_whole() {
        double sum = HotMethods.of(Examples.failing()).bySelf().stream()
                .mapToDouble(HotMethod::selfShare)
                .sum();

        assertThat(sum).isCloseTo(1, within(1e-9));
    }

    @Test
    void without_a_baseline_nothing_has_grown() {
        HotMethods methods = HotMethods.of(Examples.passing());

        assertThat(methods.isCompared()).isFalse();
        assertThat(methods.grewMost()).isEqualTo(Optional.empty());
        assertThat(methods.bySelf()).allMatch(method -> Double.isNaN(method.selfChange()));
    }

    private static List<Frame> stack(String... names) {
        return Stream.of(names).map(name -> new Frame(name, 1)).toList();
    }
}
