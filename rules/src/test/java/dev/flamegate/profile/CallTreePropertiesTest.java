package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.Cases;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.profile.names.MachinePools;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallTreePropertiesTest {
    private static final int TRIES = 1000;
    private static final List<String> METHODS = List.of("a.A.a", "a.A.b", "b.B.c", "ü.Ö.d", "libc.so.6.x");
    private static final long LARGEST = 1L << 50;

    record Sample(List<String> stack, Facet facet, long weight) {}

    private static List<Sample> samples(Random random) {
        return Cases.list(random, 30, CallTreePropertiesTest::sample);
    }

    private static Sample sample(Random random) {
        List<String> stack = Cases.list(random, 6, inner -> Cases.one(inner, METHODS));
        Facet facet = new Facet(
                Cases.one(random, List.of("worker-#", "", "[gc]")),
                Cases.one(random, List.of("", "GET /a")),
                Cases.one(random, List.of("running", "sleeping")));
        // Of every magnitude, the smallest and the largest among them.
        long weight = random.nextInt(20) == 0 ? LARGEST : (LARGEST - 1) & random.nextLong() >>> random.nextInt(64);
        return new Sample(stack, facet, weight);
    }

    @Test
    void merging_is_associative() {
        Cases.check(1, TRIES, random -> {
            List<Sample> a = samples(random);
            List<Sample> b = samples(random);
            List<Sample> c = samples(random);
            CallTree left = CallTree.merge(List.of(CallTree.merge(List.of(tree(a), tree(b))), tree(c)));
            CallTree right = CallTree.merge(List.of(tree(a), CallTree.merge(List.of(tree(b), tree(c)))));
            assertThat(content(left)).isEqualTo(content(right));
        });
    }

    @Test
    void a_filter_and_its_complement_are_the_whole() {
        Cases.check(2, TRIES, random -> {
            List<Sample> samples = samples(random);
            CallTree whole = tree(samples);
            CallTree parts =
                    CallTree.merge(List.of(whole.filter(Facet::isMachine), whole.filter(facet -> !facet.isMachine())));
            assertThat(content(parts)).isEqualTo(content(whole));
        });
    }

    @Test
    void the_codec_loses_nothing() {
        Cases.check(3, TRIES, random -> {
            List<Sample> samples = samples(random);
            CallTree tree = tree(samples);
            assertThat(content(ProfileCodec.decode(ProfileCodec.encode(tree)))).isEqualTo(content(tree));
        });
    }

    @Test
    void the_order_of_samples_matters_neither_to_bytes_nor_to_hotspots_nor_to_collapsed_stacks() {
        Cases.check(4, TRIES, random -> {
            List<Sample> samples = samples(random);
            List<Sample> shuffled = new ArrayList<>(samples);
            Collections.shuffle(shuffled, random);
            assertThat(ProfileCodec.encode(tree(shuffled))).isEqualTo(ProfileCodec.encode(tree(samples)));
            assertThat(Hotspots.of(tree(shuffled))).isEqualTo(Hotspots.of(tree(samples)));
            assertThat(Collapsed.write(tree(shuffled))).isEqualTo(Collapsed.write(tree(samples)));
        });
    }

    @Test
    void hotspots_count_each_sample_once_for_each_method_on_its_stack() {
        Cases.check(5, TRIES, random -> {
            List<Sample> samples = samples(random);
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
                if (!MachinePools.NAMES.contains(cost.name())) {
                    seen.put(cost.name(), (long) cost.total().candidate());
                    assertThat((long) cost.self().candidate()).isEqualTo(selves.getOrDefault(cost.name(), 0L));
                }
            }
            assertThat(seen).isEqualTo(totals);
        });
    }

    @Test
    void collapsed_stacks_keep_pools_and_stacks() {
        Cases.check(6, TRIES, random -> {
            List<Sample> samples = samples(random);
            String text = Collapsed.write(tree(samples));
            assertThat(Collapsed.write(Collapsed.read(text))).isEqualTo(text);
        });
    }

    @Test
    void damaged_bytes_are_refused_or_read_but_nothing_else() {
        Cases.check(7, TRIES, random -> {
            List<Sample> samples = samples(random);
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
        });
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
