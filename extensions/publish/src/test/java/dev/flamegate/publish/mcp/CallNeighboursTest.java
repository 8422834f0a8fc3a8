package dev.flamegate.publish.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.publish.mcp.CallNeighbours.Call;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallNeighboursTest {
    private static final Facet APPLICATION = new Facet("http-#", "", "running");

    @Test
    void costs_pass_from_callers_to_the_method_and_on_to_its_callees() {
        CallTree tree = new CallTree.Builder()
                .add(stack("main", "f", "g"), APPLICATION, 40)
                .add(stack("main", "f"), APPLICATION, 10)
                .add(stack("other", "f", "h"), APPLICATION, 30)
                .add(stack("f", "g"), APPLICATION, 5)
                .add(stack("main", "g"), APPLICATION, 100)
                .build();

        CallNeighbours f = CallNeighbours.of("f", null, Double.NaN, tree, 2).orElseThrow();
        assertThat(f.method().total().candidate()).isEqualTo(170);
        assertThat(f.method().self().candidate()).isEqualTo(20);
        assertThat(f.callers())
                .extracting(Call::frame, call -> call.cost().candidate())
                .containsExactly(tuple("main", 100.0), tuple("other", 60.0), tuple(null, 10.0));
        assertThat(f.callees())
                .extracting(Call::frame, call -> call.cost().candidate())
                .containsExactly(tuple("g", 90.0), tuple("h", 60.0));
        assertThat(f.callees().get(0).cost().share()).isEqualTo(45 / 185.0);
    }

    @Test
    void a_method_that_calls_itself_counts_once_in_a_sample() {
        CallTree tree = new CallTree.Builder()
                .add(stack("main", "f", "f", "g"), APPLICATION, 10)
                .add(stack("main", "f", "h", "f"), APPLICATION, 1)
                .build();

        CallNeighbours f = CallNeighbours.of("f", null, Double.NaN, tree, 1).orElseThrow();
        assertThat(f.method().total().candidate()).isEqualTo(11);
        assertThat(f.callers())
                .extracting(Call::frame, call -> call.cost().candidate())
                .containsExactly(tuple("main", 11.0));
        assertThat(f.callees())
                .extracting(Call::frame, call -> call.cost().candidate())
                .containsExactly(tuple("f", 10.0), tuple("h", 1.0));
    }

    @Test
    void two_profiles_are_brought_to_one_unit_and_what_is_in_one_alone_is_there_too() {
        CallTree before = new CallTree.Builder()
                .add(stack("main", "f", "gone"), APPLICATION, 8)
                .build();
        CallTree after = new CallTree.Builder()
                .add(stack("main", "f", "fresh"), APPLICATION, 30)
                .build();

        CallNeighbours f = CallNeighbours.of("f", before, 2, after, 0.1).orElseThrow();
        assertThat(f.callers())
                .singleElement()
                .satisfies(main -> assertThat(main.cost().change()).isEqualTo(3.0 - 16));
        assertThat(f.callees())
                .extracting(
                        Call::frame,
                        call -> call.cost().baseline(),
                        call -> call.cost().candidate())
                .containsExactly(tuple("gone", 16.0, 0.0), tuple("fresh", 0.0, 3.0));
        assertThat(CallNeighbours.of("gone", before, 2, after, 0.1)).isPresent();
        assertThat(CallNeighbours.of("never", before, 2, after, 0.1)).isEmpty();
    }

    @Test
    void the_machine_s_own_threads_are_no_part_of_it() {
        Facet collector = new Facet("[gc]", "", "running");
        assertThat(collector.isMachine()).isTrue();
        CallTree tree = new CallTree.Builder()
                .add(stack("main", "f"), APPLICATION, 10)
                .add(stack("main", "f"), collector, 90)
                .build();

        CallNeighbours f = CallNeighbours.of("f", null, Double.NaN, tree, 1).orElseThrow();
        assertThat(f.method().total().candidate()).isEqualTo(10);
        assertThat(f.method().total().share()).isEqualTo(0.1);
        assertThat(f.callers().get(0).cost().share()).isEqualTo(0.1);
    }

    private static List<Frame> stack(String... names) {
        return Arrays.stream(names).map(name -> new Frame(name, 0)).toList();
    }
}
