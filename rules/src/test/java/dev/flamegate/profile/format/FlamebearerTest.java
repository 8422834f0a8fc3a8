package dev.flamegate.profile.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import dev.flamegate.profile.CallTree;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FlamebearerTest {
    /** Below the root a of 60 and b of 30, 10 apart; c of 20 below a, 40 in, and d of 30 below b. */
    private static final String LEVELS = "[[0,100,10,0],[0,60,40,1,10,30,0,2],[40,20,20,3,10,30,30,4]]";

    private static final String SINGLE = """
            {"version": 1,
             "flamebearer": {"names": ["total", "a/A.a", "b/B.b", "c/C.c", "d/D$$Lambda_.d"], "levels": %s,
                             "numTicks": 100, "maxSelf": 40},
             "metadata": {"format": "single", "units": "samples", "sampleRate": 1000000000},
             "timeline": {"samples": [1, [2]]}, "leftTicks": 0}
            """.formatted(LEVELS);

    private static final String QUERY = """
            {"flamegraph": {"names": ["total", "a", "b", "c", "d"],
              "levels": [{"values": ["0", "100", "10", "0"]}, {"values": ["0", "60", "60", "1"]}, {}],
              "total": "70"}, "tree": "AAA="}
            """;

    private static final String DOUBLE = """
            {"flamebearer": {"names": ["total", "old", "new", "both"],
               "levels": [[0,50,0, 0,30,0, 0], [0,20,20, 0,0,0, 1, 0,0,0, 0,25,25, 2, 0,30,0, 0,5,0, 3],
                          [20,30,30, 25,5,5, 3]],
               "numTicks": 80},
             "metadata": {"format": "double"}, "leftTicks": 50, "rightTicks": 30}
            """;

    @Test
    void a_single_graph_is_a_tree() {
        CallTree tree = read(SINGLE).single();
        assertThat(Collapsed.write(tree)).isEqualTo(" 10\na.A.a 40\na.A.a;c.C.c 20\nb.B.b;d.D$$Lambda.d 30\n");
    }

    @Test
    void numbers_may_be_text_and_levels_objects() {
        assertThat(Collapsed.write(read(QUERY).single())).isEqualTo(" 10\na 60\n");
    }

    @Test
    void a_difference_is_two_trees() {
        Flamebearer both = read(DOUBLE);
        assertThat(Collapsed.write(both.left())).isEqualTo("both;both 30\nold 20\n");
        assertThat(Collapsed.write(both.right())).isEqualTo("both;both 5\nnew 25\n");
        assertThatThrownBy(both::single).hasMessageStartingWith("a difference of two profiles");
    }

    @Test
    void an_empty_graph_is_an_empty_tree() {
        String empty = "{\"flamebearer\":{\"names\":[\"total\"],\"levels\":[[0,0,0,0]],\"numTicks\":0}}";
        assertThat(read(empty).single().weight()).isZero();
        assertThat(read("{\"flamegraph\":{}}").single().weight()).isZero();
    }

    @Test
    void what_was_folded_away_is_weighed() {
        CallTree tree = read(SINGLE.replace("c/C.c", "other")).single();
        assertThat(Flamebearer.folded(tree)).isEqualTo(20);
        assertThat(Flamebearer.folded(read(SINGLE).single())).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[40,20,20,3,10,30,30,4] | [40,30,30,3,0,30,30,4] | level 2: a frame has no parent",
                "[40,20,20,3,10,30,30,4] | [60,10,10,3,10,20,20,4] | level 2: a frame has no parent",
                "[40,20,20,3,10,30,30,4] | [40,20,20,3,10,30,30,4,0,1,1,1] | level 2: a frame has no parent",
                "[40,20,20,3,10,30,30,4] | [40,20,20,3,10,30,20,4] | its frames add up to 90 of 100",
                "[40,20,20,3,10,30,30,4] | [40,20,21,3,10,30,30,4] | larger than its total",
                "[40,20,20,3,10,30,30,4] | [40,20,20,3,10,30,30,5] | it refers to the missing name 5 of 5",
                "[40,20,20,3,10,30,30,4] | [40,20,20,3,10,30,30,-1] | it refers to the missing name -1 of 5",
                "[40,20,20,3,10,30,30,4] | [40,20,20,3,10,30,30] | has 7 numbers, which is not a multiple of 4",
                "[40,20,20,3,10,30,30,4] | [-40,20,20,3,90,30,30,4] | -40: a negative distance or weight",
                "[40,20,20,3,10,30,30,4] | [40,20,-20,3,10,30,30,4] | -20: a negative value",
                "[40,20,20,3,10,30,30,4] | [9223372036854775807,20,20,3] | level 2: a frame has no parent",
                "[40,20,20,3,10,30,30,4] | [99999999999999999999,20,20,3] | damaged JSON",
                "[40,20,20,3,10,30,30,4] | [40,20,20,3.5] | something other than whole numbers",
                "[40,20,20,3,10,30,30,4] | 7 | expected a list of numbers for each level",
                "[0,100,10,0] | [0,100,10,0,0,1,1,0] | its first level has 8 numbers",
                "\"flamebearer\" | \"flames\" | neither a flamebearer nor a flamegraph",
                "\"numTicks\": 100 | \"numTicks\": | damaged JSON",
                "[\"total\", | [7, | expected a string in its list of names",
            })
    void numbers_that_contradict_each_other_are_refused(String right, String wrong, String why) {
        assertThat(SINGLE).contains(right);
        assertThatThrownBy(() -> read(SINGLE.replace(right, wrong)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("not a flame graph that can be read: ")
                .hasMessageContaining(why);
    }

    @Test
    void a_difference_that_does_not_add_up_on_one_side_is_refused() {
        assertThatThrownBy(() -> read(DOUBLE.replace("[20,30,30, 25,5,5, 3]", "[20,0,0, 25,35,35, 3]")))
                .hasMessageContaining("a frame is larger than the one it is below");
    }

    @Test
    void a_graph_larger_than_its_bounds_is_refused() {
        ProfileLimits small = new ProfileLimits(10_000, 20, 5, 1_000);
        assertThatThrownBy(() -> Flamebearer.read(
                        PprofTest.json("{\"flamegraph\": {\"names\": [" + "\"a\",".repeat(30) + "\"b\"]}}"), small))
                .hasMessageContaining("more than 20 names");
        assertThatThrownBy(() -> Flamebearer.read(
                        PprofTest.json("{\"flamegraph\": {\"levels\": [" + "[],".repeat(30) + "[]]}}"), small))
                .hasMessageContaining("more than 5 levels");
        assertThatThrownBy(() -> Flamebearer.read(
                        PprofTest.json("{\"flamegraph\": {\"levels\": [[" + "0,".repeat(200) + "0]]}}"), small))
                .hasMessageContaining("more than 20 frames in their places");
        assertThatThrownBy(() -> Flamebearer.read(new byte[10_001], small))
                .hasMessageContaining("more than 10000 bytes");
    }

    @Test
    void damaged_graphs_are_refused_or_read_but_nothing_else() {
        Cases.check(31, 2000, random -> {
            byte[] bytes = PprofTest.json(random.nextBoolean() ? SINGLE : DOUBLE);
            int at = random.nextInt(bytes.length);
            byte[] hostile = random.nextInt(4) == 0 ? Arrays.copyOf(bytes, at) : bytes;
            if (hostile.length > at) {
                hostile[at] = (byte) "0123456789-,[]{}\" x".charAt(random.nextInt(19));
            }
            try {
                Flamebearer.read(hostile);
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageStartingWith("not a flame graph that can be read: ");
            }
        });
    }

    private static Flamebearer read(String json) {
        return Flamebearer.read(PprofTest.json(json));
    }

    @Test
    void values_where_lists_belong_are_passed_over() {
        for (String graph :
                List.of("{\"leftTicks\":[1,2]}", "{\"leftTicks\":{\"a\":[{}]},\"names\":[],\"levels\":[]}")) {
            byte[] json = ("{\"flamebearer\":" + graph + "}").getBytes(StandardCharsets.UTF_8);

            assertThat(Flamebearer.read(json)).isNotNull();
        }
    }
}
