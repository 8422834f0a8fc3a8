package dev.flamegate.servers.pyroscope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.MethodCost;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.profile.format.Flamebearer;
import dev.flamegate.profile.format.Pprof;
import dev.flamegate.profile.format.PprofReader;
import dev.flamegate.profile.format.PprofWriter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** One profile of a real server in all the forms it gives it in. */
class SameTotalsTest {
    private static final long BASELINE = 24_970_000_000L;
    private static final long CANDIDATE = 37_590_000_000L;

    private static CallTree pprof(String file) {
        return PprofReader.readJson(Recorded.bytes(file)).trees().get(0);
    }

    private static Flamebearer graph(String file) {
        return Flamebearer.read(Recorded.bytes(file));
    }

    /** Total and self weight by method, machine's frames and all; source lines are pprof's alone. */
    private static Map<String, List<Double>> methods(CallTree tree) {
        return Hotspots.of(tree).methods().stream()
                .collect(Collectors.toMap(
                        MethodCost::name,
                        cost -> List.of(cost.total().candidate(), cost.self().candidate())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "render-baseline.json",
                "select-merge-stacktraces-baseline.json",
            })
    void flame_graphs_have_the_same_totals_of_each_function_as_pprof(String file) {
        CallTree tree = graph(file).single();
        CallTree whole = pprof("select-merge-profile-baseline.json");
        assertThat(tree.weight()).isEqualTo(whole.weight()).isEqualTo(BASELINE);
        assertThat(methods(tree)).isEqualTo(methods(whole)).hasSizeGreaterThan(100);
        assertThat(Collapsed.write(tree)).isEqualTo(Collapsed.write(whole));
    }

    @Test
    void both_queries_for_pprof_give_the_same() {
        assertThat(Collapsed.write(pprof("select-merge-stacktraces-pprof-baseline.json")))
                .isEqualTo(Collapsed.write(pprof("select-merge-profile-baseline.json")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"render-diff.json", "diff-rpc.json"})
    void both_sides_of_a_difference_have_the_totals_of_the_single_profiles(String file) {
        Flamebearer both = graph(file);
        CallTree baseline = pprof("select-merge-profile-baseline.json");
        CallTree candidate = pprof("select-merge-profile-candidate.json");
        assertThat(both.left().weight()).isEqualTo(BASELINE);
        assertThat(both.right().weight()).isEqualTo(CANDIDATE).isEqualTo(candidate.weight());
        assertThat(Collapsed.write(both.left())).isEqualTo(Collapsed.write(baseline));
        assertThat(Collapsed.write(both.right())).isEqualTo(Collapsed.write(candidate));
    }

    @Test
    void the_tree_form_has_the_same_stacks() {
        String tree = JsonMapper.builder()
                .build()
                .readTree(Recorded.bytes("select-merge-stacktraces-baseline.json"))
                .path("tree")
                .asString();
        Map<String, Long> stacks = new TreeMap<>();
        readTree(ByteBuffer.wrap(Base64.getDecoder().decode(tree)), "", stacks);
        StringBuilder text = new StringBuilder();
        stacks.forEach(
                (stack, weight) -> text.append(stack).append(' ').append(weight).append('\n'));
        CallTree pools = pprof("select-merge-profile-baseline.json");
        assertThat(Collapsed.write(withoutPools(Collapsed.read(text.toString().replaceAll("(^|\\n|;)\\.", "$1")))))
                .isEqualTo(Collapsed.write(withoutPools(pools)));
    }

    /** A node is its name with its length before, its self weight, the number of its children, and these. */
    private static void readTree(ByteBuffer in, String above, Map<String, Long> stacks) {
        byte[] name = new byte[(int) varint(in)];
        in.get(name);
        String stack = above + (above.isEmpty() ? "" : ";") + new String(name, StandardCharsets.UTF_8);
        long self = varint(in);
        if (self > 0) {
            stacks.merge(stack, self, Long::sum);
        }
        for (long children = varint(in); children > 0; children--) {
            readTree(in, stack, stacks);
        }
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            byte b = in.get();
            value |= (long) (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
    }

    private static CallTree withoutPools(CallTree tree) {
        CallTree.Builder builder = new CallTree.Builder();
        for (int i = 0; i < tree.sampleCount(); i++) {
            builder.add(tree.stack(tree.sampleNode(i)), Facet.NONE, tree.sampleWeight(i));
        }
        return builder.build();
    }

    /** Folding keeps the sum and the self weight of nothing else. */
    @Test
    void a_truncated_graph_keeps_the_sum_and_says_what_is_folded() {
        CallTree few = graph("render-baseline-maxnodes-16.json").single();
        assertThat(few.weight()).isEqualTo(BASELINE);
        assertThat(Flamebearer.folded(few)).isEqualTo(24_850_000_000L);
        assertThat(Flamebearer.folded(pprof("select-merge-profile-baseline.json")))
                .isZero();
    }

    @Test
    void allocation_comes_in_bytes() {
        CallTree bytes = graph("render-alloc-candidate.json").single();
        assertThat(bytes.weight()).isGreaterThan(1L << 30);
        assertThat(Hotspots.of(bytes).methods().stream()
                        .max(Comparator.comparingDouble(method -> method.total().candidate())))
                .map(MethodCost::name)
                .contains("java.lang.Thread.run");
    }

    @Test
    void names_are_those_of_recordings_and_threads_of_the_machine_are_known_by_their_functions() {
        CallTree tree = pprof("select-merge-profile-baseline.json");
        Hotspots hotspots = Hotspots.of(tree);
        assertThat(hotspots.find("App2$$Lambda.handle")).isPresent();
        assertThat(hotspots.find("App2.lambda$main")).isPresent();
        assertThat(hotspots.find("java.lang.invoke.LambdaForm$MH.invoke")).isPresent();
        assertThat(hotspots.methods()).noneMatch(cost -> cost.name().contains("0x"));
        Map<String, Long> pools = new TreeMap<>();
        for (int i = 0; i < tree.sampleCount(); i++) {
            pools.merge(tree.sampleFacet(i).pool(), tree.sampleWeight(i), Long::sum);
        }
        assertThat(pools).containsOnlyKeys("", "[gc]", "[jit]", "[vm]", "[profiler]");
        assertThat(pools.get("[jit]")).isEqualTo(710_000_000L);
    }

    @Test
    void a_profile_of_a_server_survives_being_written() {
        CallTree tree = pprof("select-merge-profile-candidate.json");
        byte[] written = PprofWriter.write(Pprof.of(ProfileEvent.CPU, tree));
        CallTree read = PprofReader.read(written).events().get(ProfileEvent.CPU);
        assertThat(Hotspots.of(read)).isEqualTo(Hotspots.of(tree));
        assertThat(Collapsed.write(read)).isEqualTo(Collapsed.write(tree));
    }
}
