package dev.flamegate.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Every fuzz test on its seeds and on what fuzzing has ever found. Called directly: Jazzer's own way would attach its agent
 * to a JVM that other tests run in, and needs a temporary folder.
 */
public class FuzzCorpusTest {
    @TestFactory
    Stream<DynamicNode> corpus() throws Exception {
        List<DynamicNode> targets = new ArrayList<>();
        for (FuzzTarget target : FuzzTarget.all()) {
            List<DynamicTest> inputs = new ArrayList<>();
            for (Map.Entry<String, byte[]> input : target.corpus().entrySet()) {
                inputs.add(dynamicTest(input.getKey(), () -> target.run(input.getValue())));
            }
            targets.add(dynamicContainer(target.name(), inputs));
        }
        return targets.stream();
    }

    @Test
    void every_fuzz_test_has_seeds() throws Exception {
        for (FuzzTarget target : FuzzTarget.all()) {
            assertThat(target.seeds()).as(target.name()).isNotEmpty();
        }
    }

    @Test
    void an_input_has_the_parts_it_was_made_of() {
        byte[] input = Input.of("a", "", "b\n");

        assertThat(Input.parts(input, 1)).extracting(Input::text).containsExactly("a", "", "b\n");
        assertThat(Input.parts(input, 4)).hasSize(4);
        assertThat(Input.parts(new byte[0], 0)).hasSize(1);
    }
}
