package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.profile.format.Collapsed;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HotspotsTest {
    @Test
    void a_recursive_method_counts_once_per_sample() {
        CallTree tree = new CallTree.Builder()
                .add(stack("a", "b", "a", "a"), Facet.NONE, 3)
                .add(stack("a", "b"), Facet.NONE, 2)
                .build();

        Hotspots hotspots = Hotspots.of(tree);

        assertThat(hotspots.methods()).containsExactly(method("a", 3, 0.6, 5, 1), method("b", 2, 0.4, 5, 1));
    }

    @Test
    void the_machines_threads_stand_under_their_bucket_and_count_in_the_whole() {
        CallTree tree = new CallTree.Builder()
                .add(stack("a"), Facet.NONE, 3)
                .add(stack("a", "G1::work"), new Facet("[gc]", "", ""), 7)
                .build();

        Hotspots hotspots = Hotspots.of(tree);

        assertThat(hotspots.candidate()).isEqualTo(10);
        assertThat(hotspots.find("a")).contains(method("a", 3, 0.3, 3, 0.3));
        assertThat(hotspots.find("[gc]").orElseThrow().self()).isEqualTo(new MethodCost.Cost(Double.NaN, 7, 0.7));
        assertThat(hotspots.methods()).extracting(MethodCost::name).containsExactly("[gc]", "a");
    }

    @Test
    void the_line_is_the_one_where_the_method_weighs_most() {
        CallTree tree = new CallTree.Builder()
                .add(List.of(new Frame("a", 7)), Facet.NONE, 3)
                .add(List.of(new Frame("b", 1), new Frame("a", 9)), Facet.NONE, 4)
                .build();

        assertThat(Hotspots.of(tree).find("a"))
                .hasValueSatisfying(a -> assertThat(a.line()).isEqualTo(9));
    }

    @Test
    void an_empty_profile_has_no_methods() {
        assertThat(Hotspots.of(CallTree.empty()).methods()).isEmpty();
    }

    @Test
    void methods_of_two_profiles_come_by_growth_of_their_own_cost_vanished_ones_last() {
        CallTree before = Collapsed.read("a;b 10\na;gone 6\n[GC Thread#1];x 4\n");
        CallTree after = Collapsed.read("a;b 40\na;a 2\n");
        Hotspots hotspots = Hotspots.between(before, 0.5, after, 0.25);
        assertThat(hotspots.methods())
                .containsExactly(
                        compared("b", 5, 10, 40 / 42.0, 5, 10, 40 / 42.0),
                        compared("a", 0, 0.5, 2 / 42.0, 8, 10.5, 1),
                        compared("[gc]", 2, 0, 0, 2, 0, 0),
                        compared("gone", 3, 0, 0, 3, 0, 0));
        assertThat(hotspots.baseline()).isEqualTo(10);
        assertThat(hotspots.methods().get(0).self().change()).isEqualTo(5);
        assertThat(hotspots.methods().get(1).total().change()).isEqualTo(2.5);
    }

    @Test
    void a_profile_and_itself_differ_in_nothing() {
        CallTree tree = Collapsed.read("a;b 10\na;c 6\n");
        assertThat(Hotspots.between(tree, 1, tree, 1).methods())
                .allSatisfy(method -> assertThat(method.self().change()).isZero());
    }

    private static MethodCost method(String name, double self, double selfShare, double total, double totalShare) {
        return new MethodCost(
                name,
                name,
                1,
                new MethodCost.Cost(Double.NaN, self, selfShare),
                new MethodCost.Cost(Double.NaN, total, totalShare));
    }

    private static MethodCost compared(
            String name,
            double selfBefore,
            double selfAfter,
            double selfShare,
            double totalBefore,
            double totalAfter,
            double totalShare) {
        return new MethodCost(
                name,
                name,
                0,
                new MethodCost.Cost(selfBefore, selfAfter, selfShare),
                new MethodCost.Cost(totalBefore, totalAfter, totalShare));
    }

    private static List<Frame> stack(String... names) {
        return Stream.of(names).map(name -> new Frame(name, 1)).toList();
    }
}
