package dev.flamegate.profile.jfr;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.LongIndex;
import java.io.IOException;
import java.util.Arrays;

/** Samples of one chunk and event, added up by stack, thread, labels and state before any of these is looked at. */
final class SampleSums {
    private static final ThreadState[] STATES = ThreadState.values();

    private final LongIndex stacks = new LongIndex();
    private final LongIndex threads = new LongIndex();
    private final LongIndex contexts = new LongIndex();
    private final LongIndex spanNames = new LongIndex();
    private final LongIndex labels = new LongIndex(); // context and name of the span
    private final LongIndex facets = new LongIndex(); // thread, labels and state
    private final LongIndex samples = new LongIndex(); // stack and facet
    private long[] weights = new long[64];

    SampleSums() {
        label(0, 0); // number 0: most samples have no labels
    }

    private int label(long context, long spanName) {
        return labels.add((long) contexts.add(context) << 32 | spanNames.add(spanName));
    }

    /** Adds a sample. */
    void add(JfrSample sample, long weight) {
        long label = (sample.context() | sample.spanName()) == 0 ? 0 : label(sample.context(), sample.spanName());
        long facet = facets.add((long) threads.add(sample.thread()) << 32
                | label << 2
                | sample.state().ordinal());
        int number = samples.add((long) stacks.add(sample.stack()) << 32 | facet);
        if (number == weights.length) {
            weights = Arrays.copyOf(weights, number * 2);
        }
        weights[number] += weight;
    }

    /** Adds all to a tree, each weight times a factor. */
    void addTo(CallTree.Builder tree, ChunkStacks resolver, long factor) throws IOException {
        int[] facetOf = new int[facets.size() * 2]; // plus one; of the application, then of the profiler
        for (int i = 0; i < samples.size(); i++) {
            long stack = stacks.key((int) (samples.key(i) >>> 32));
            boolean profiler = resolver.isProfiler(stack);
            int facet = (int) samples.key(i);
            int slot = 2 * facet + (profiler ? 1 : 0);
            if (facetOf[slot] == 0) {
                facetOf[slot] = 1 + facet(facet, profiler, resolver);
            }
            tree.addAt(resolver.node(stack), facetOf[slot] - 1, Math.multiplyExact(weights[i], factor));
        }
    }

    private int facet(int facet, boolean profiler, ChunkStacks resolver) throws IOException {
        long key = facets.key(facet);
        long label = labels.key((int) key >>> 2);
        return resolver.facet(
                threads.key((int) (key >>> 32)),
                contexts.key((int) (label >>> 32)),
                spanNames.key((int) label),
                profiler,
                STATES[(int) key & 3]);
    }
}
