package dev.flamegate.report.flame;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import dev.flamegate.report.flame.FlameEvent.Side;
import dev.flamegate.stats.Change;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ProfileBlockTest {
    @Test
    void what_the_page_decodes_is_what_both_trees_hold() throws IOException {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            CallTree baseline = tree(random);
            CallTree candidate = tree(random);
            Map<String, List<Long>> expected = new TreeMap<>();
            add(expected, baseline, 0);
            add(expected, candidate, 1);
            assertThat(decode(Optional.of(baseline), Optional.of(candidate)).samples())
                    .as("new Random(%dL)", seed)
                    .isEqualTo(expected);
        }
    }

    @Test
    void one_arm_alone_is_encoded_with_nothing_on_the_other_side() throws IOException {
        CallTree tree = tree(new Random(7));
        Map<String, List<Long>> expected = new TreeMap<>();
        add(expected, tree, 0);
        assertThat(decode(Optional.of(tree), Optional.empty()).samples()).isEqualTo(expected);
    }

    @Test
    void a_tree_without_samples_is_a_root_alone() throws IOException {
        BlockDecoder.Decoded decoded = decode(Optional.of(CallTree.empty()), Optional.of(CallTree.empty()));
        assertThat(decoded.parents()).containsExactly(-1);
        assertThat(decoded.samples()).isEmpty();
    }

    @Test
    void of_siblings_the_costlier_comes_first_whichever_arm_has_it() throws IOException {
        CallTree baseline = CallTree.merge(List.of(leaf("a", 5), leaf("b", 1)));
        CallTree candidate = CallTree.merge(List.of(leaf("b", 9), leaf("c", 20)));
        assertThat(decode(Optional.of(baseline), Optional.of(candidate))
                        .samples()
                        .keySet())
                .containsExactlyInAnyOrder(key("a"), key("b"), key("c"));
        UnionTree union = UnionTree.of(event(Optional.of(baseline), Optional.of(candidate), Map.of()));
        assertThat(List.of(union.name(1), union.name(2), union.name(3))).containsExactly("c", "b", "a");
    }

    @Test
    void what_the_machine_did_stands_below_its_pool() throws IOException {
        CallTree tree = new CallTree.Builder()
                .add(List.of(new Frame("GCTaskThread::run", 0)), new Facet("[gc]", "", ""), 3)
                .build();
        assertThat(decode(Optional.of(tree), Optional.empty()).samples().keySet())
                .containsExactly(new Facet("[gc]", "", "") + "\n[gc]:0\nGCTaskThread::run:0");
    }

    @Test
    void the_candidates_line_is_shown_where_the_arms_differ() throws IOException {
        CallTree baseline = new CallTree.Builder()
                .add(List.of(new Frame("a", 10)), Facet.NONE, 1)
                .build();
        CallTree candidate = new CallTree.Builder()
                .add(List.of(new Frame("a", 12)), Facet.NONE, 1)
                .build();
        assertThat(decode(Optional.of(baseline), Optional.of(candidate))
                        .samples()
                        .keySet())
                .containsExactly(Facet.NONE + "\na:12");
    }

    @Test
    void intervals_go_with_the_names_that_the_tree_has_and_unbounded_ones_are_null() throws IOException {
        FrameCost.Cost known = new FrameCost.Cost(1, 2.5, new Change(1.5, 0, 3), true, true);
        FrameCost.Cost unknown = new FrameCost.Cost(0, 0.5, new Change(0.5, 1, 0), false, false);
        FrameCost cost = new FrameCost("a", 1, unknown, known);
        FlameEvent event = event(Optional.of(leaf("a", 1)), Optional.of(leaf("a", 2)), Map.of("a", cost, "gone", cost));
        assertThat(BlockDecoder.decode(ProfileBlock.encode(event, UnionTree.of(event)))
                        .methods())
                .isEqualTo("[[0,[1.0,2.5,1.5,1.5,1,0.95],[0.0,0.5,null,null,0,0.95]]]");
    }

    private static BlockDecoder.Decoded decode(Optional<CallTree> baseline, Optional<CallTree> candidate)
            throws IOException {
        FlameEvent event = event(baseline, candidate, Map.of());
        return BlockDecoder.decode(ProfileBlock.encode(event, UnionTree.of(event)));
    }

    private static FlameEvent event(
            Optional<CallTree> baseline, Optional<CallTree> candidate, Map<String, FrameCost> methods) {
        return new FlameEvent(
                ProfileEvent.CPU,
                Unit.MILLISECONDS,
                "request",
                baseline.map(tree -> new Side(tree, 1e-9)),
                candidate.map(tree -> new Side(tree, 1e-9)),
                methods);
    }

    private static CallTree leaf(String name, long weight) {
        return new CallTree.Builder()
                .add(List.of(new Frame(name, 0)), Facet.NONE, weight)
                .build();
    }

    private static String key(String name) {
        return Facet.NONE + "\n" + name + ":0";
    }

    private static CallTree tree(Random random) {
        CallTree.Builder builder = new CallTree.Builder();
        long unit = random.nextBoolean() ? 10_000_000 : 1;
        for (int sample = random.nextInt(40); sample > 0; sample--) {
            List<Frame> stack = new ArrayList<>();
            for (int depth = random.nextInt(8); depth > 0; depth--) {
                int name = random.nextInt(6);
                stack.add(new Frame("n" + name, name * 7));
            }
            Facet facet = new Facet(random.nextInt(4) == 0 ? "[gc]" : "p" + random.nextInt(2), "", "running");
            builder.add(stack, facet, Math.abs(random.nextLong() >> 20 + random.nextInt(40)) / unit * unit);
        }
        return builder.build();
    }

    private static void add(Map<String, List<Long>> samples, CallTree tree, int side) {
        for (int i = 0; i < tree.sampleCount(); i++) {
            Facet facet = tree.sampleFacet(i);
            String pool = facet.isMachine() ? "\n" + facet.pool() + ":0" : "";
            String stack = tree.stack(tree.sampleNode(i)).stream()
                    .map(frame -> "\n" + frame.name() + ":" + frame.line())
                    .collect(Collectors.joining());
            long weight = tree.sampleWeight(i);
            samples.merge(
                    facet + pool + stack,
                    side == 0 ? List.of(weight, 0L) : List.of(0L, weight),
                    (a, b) -> List.of(a.get(0) + b.get(0), a.get(1) + b.get(1)));
        }
    }
}
