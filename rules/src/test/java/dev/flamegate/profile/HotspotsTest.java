package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;

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

        assertThat(hotspots.methods())
                .containsExactly(new MethodCost("a", 1, 3, 5, 0.6, 1), new MethodCost("b", 1, 2, 5, 0.4, 1));
    }

    @Test
    void the_machines_threads_stand_under_their_bucket_and_count_in_the_whole() {
        CallTree tree = new CallTree.Builder()
                .add(stack("a"), Facet.NONE, 3)
                .add(stack("a", "G1::work"), new Facet("[gc]", "", ""), 7)
                .build();

        Hotspots hotspots = Hotspots.of(tree);

        assertThat(hotspots.methods()).containsExactly(new MethodCost("a", 1, 3, 3, 0.3, 0.3));
        assertThat(hotspots.machine()).containsOnlyKeys("[gc]").containsEntry("[gc]", 7L);
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

    private static List<Frame> stack(String... names) {
        return Stream.of(names).map(name -> new Frame(name, 1)).toList();
    }
}
