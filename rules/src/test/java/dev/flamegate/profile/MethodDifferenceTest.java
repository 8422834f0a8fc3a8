package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.profile.format.Collapsed;
import java.util.List;
import org.junit.jupiter.api.Test;

class MethodDifferenceTest {
    @Test
    void methods_come_by_growth_of_their_own_cost_vanished_ones_last() {
        CallTree before = Collapsed.read("a;b 10\na;gone 6\n[GC Thread#1];x 4\n");
        CallTree after = Collapsed.read("a;b 40\na;a 2\n");
        List<MethodDifference> differences = MethodDifference.between(before, 0.5, after, 0.25);
        assertThat(differences)
                .containsExactly(
                        new MethodDifference("b", "b", 0, 5, 10, 5, 10),
                        new MethodDifference("a", "a", 0, 0, 0.5, 8, 10.5),
                        new MethodDifference("[gc]", "[gc]", 0, 2, 0, 2, 0),
                        new MethodDifference("gone", "gone", 0, 3, 0, 3, 0));
        assertThat(differences.get(0).self()).isEqualTo(5);
        assertThat(differences.get(1).total()).isEqualTo(2.5);
    }

    @Test
    void a_profile_and_itself_differ_in_nothing() {
        CallTree tree = Collapsed.read("a;b 10\na;c 6\n");
        assertThat(MethodDifference.between(tree, 1, tree, 1))
                .allSatisfy(difference -> assertThat(difference.self()).isZero());
    }
}
