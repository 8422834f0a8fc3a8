package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CallTreePropertiesTest {
    record Sample(List<String> stack, Facet facet, long weight) {}

    @Provide
    Arbitrary<List<Sample>> samples() {
        Arbitrary<List<String>> stacks = Arbitraries.of("a.A.a", "a.A.b", "b.B.c", "ü.Ö.d", "libc.so.6.x")
                .list()
                .ofMaxSize(6);
        Arbitrary<Facet> facets = Combinators.combine(
                        Arbitraries.of("worker-#", "", "[gc]"),
                        Arbitraries.of("", "GET /a"),
                        Arbitraries.of("running", "sleeping"))
                .as(Facet::new);
        return Combinators.combine(stacks, facets, Arbitraries.longs().between(0, 1L << 50))
                .as(Sample::new)
                .list()
                .ofMaxSize(30);
    }

    @Property
    void merging_is_associative(
            @ForAll("samples") List<Sample> a, @ForAll("samples") List<Sample> b, @ForAll("samples") List<Sample> c) {
        CallTree left = CallTree.merge(List.of(CallTree.merge(List.of(tree(a), tree(b))), tree(c)));
        CallTree right = CallTree.merge(List.of(tree(a), CallTree.merge(List.of(tree(b), tree(c)))));
        assertThat(content(left)).isEqualTo(content(right));
    }

    @Property
    void a_filter_and_its_complement_are_the_whole(@ForAll("samples") List<Sample> samples) {
        CallTree whole = tree(samples);
        CallTree parts =
                CallTree.merge(List.of(whole.filter(Facet::isMachine), whole.filter(facet -> !facet.isMachine())));
        assertThat(content(parts)).isEqualTo(content(whole));
    }

    @Property
    void the_codec_loses_nothing(@ForAll("samples") List<Sample> samples) {
        CallTree tree = tree(samples);
        assertThat(content(ProfileCodec.decode(ProfileCodec.encode(tree)))).isEqualTo(content(tree));
    }

    @Property
    void the_order_of_samples_matters_neither_to_bytes_nor_to_hotspots_nor_to_collapsed_stacks(
            @ForAll("samples") List<Sample> samples, @ForAll Random random) {
        List<Sample> shuffled = new ArrayList<>(samples);
        Collections.shuffle(shuffled, random);
        assertThat(ProfileCodec.encode(tree(shuffled))).isEqualTo(ProfileCodec.encode(tree(samples)));
        assertThat(Hotspots.of(tree(shuffled))).isEqualTo(Hotspots.of(tree(samples)));
        assertThat(Collapsed.write(tree(shuffled))).isEqualTo(Collapsed.write(tree(samples)));
    }

    @Property
    void hotspots_count_each_sample_once_for_each_method_on_its_stack(@ForAll("samples") List<Sample> samples) {
        Map<String, Long> totals = new HashMap<>();
        Map<String, Long> selves = new HashMap<>();
        for (Sample sample : samples) {
            if (!sample.facet.isMachine() && !sample.stack.isEmpty()) {
                new HashSet<>(sample.stack).forEach(name -> totals.merge(name, sample.weight, Long::sum));
                selves.merge(sample.stack.get(sample.stack.size() - 1), sample.weight, Long::sum);
            }
        }
        totals.values().removeIf(total -> total == 0);
        Map<String, Long> seen = new HashMap<>();
        for (MethodCost cost : Hotspots.of(tree(samples)).methods()) {
            seen.put(cost.name(), cost.total());
            assertThat(cost.self()).isEqualTo(selves.getOrDefault(cost.name(), 0L));
        }
        assertThat(seen).isEqualTo(totals);
    }

    @Property
    void collapsed_stacks_keep_pools_and_stacks(@ForAll("samples") List<Sample> samples) {
        String text = Collapsed.write(tree(samples));
        assertThat(Collapsed.write(Collapsed.read(text))).isEqualTo(text);
    }

    @Property
    void damaged_bytes_are_refused_or_read_but_nothing_else(
            @ForAll("samples") List<Sample> samples, @ForAll Random random) {
        byte[] bytes = ProfileCodec.encode(tree(samples));
        int at = random.nextInt(bytes.length);
        byte[] cut = Arrays.copyOf(bytes, at);
        assertThatThrownBy(() -> ProfileCodec.decode(cut)).isInstanceOf(IllegalArgumentException.class);
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        try {
            ProfileCodec.decode(bytes);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageContaining("stored profile");
        }
    }

    private static CallTree tree(List<Sample> samples) {
        CallTree.Builder builder = new CallTree.Builder();
        for (Sample sample : samples) {
            builder.add(sample.stack.stream().map(name -> new Frame(name, 7)).toList(), sample.facet, sample.weight);
        }
        return builder.build();
    }

    private static Map<String, Long> content(CallTree tree) {
        Map<String, Long> content = new HashMap<>();
        for (int i = 0; i < tree.sampleCount(); i++) {
            content.merge(tree.stack(tree.sampleNode(i)) + " " + tree.sampleFacet(i), tree.sampleWeight(i), Long::sum);
        }
        return content;
    }
}
