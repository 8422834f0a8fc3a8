package dev.flamegate.profile.jfr;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.LongIndex;
import dev.flamegate.profile.Recording;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The whole of a recording as call trees. Samples are added up by the numbers that the recording has for their stacks
 * and threads, and each distinct pair is resolved once at its chunk's end.
 */
public final class JfrTrees implements JfrReader.Visitor {
    private static final double NANOS = 1e-9;

    /** async-profiler's default, which it does not write down. */
    private static final long USUAL_INTERVAL = 10_000_000;

    private final Set<ProfileEvent> wanted;
    private final ChunkStacks.Labels labels;
    private final Map<SampleKind, CallTree.Builder> builders = new EnumMap<>(SampleKind.class);
    private final Map<SampleKind, SampleSums> sums = new EnumMap<>(SampleKind.class);
    private final Map<String, Warning> warnings = new LinkedHashMap<>();
    private double seconds;
    private long timed; // samples of CPU time, and of those the ones without a stack, and those that were lost
    private long unwound;
    private long lost;

    private JfrTrees(Set<ProfileEvent> wanted, ChunkStacks.Labels labels) {
        this.wanted = EnumSet.copyOf(wanted);
        this.labels = labels;
    }

    /**
     * Reads a recording of any profiler.
     *
     * @param wanted events, at least one
     * @throws IOException when it is no recording, cut off or damaged
     */
    public static Recording read(SeekableByteChannel recording, Set<ProfileEvent> wanted, ChunkStacks.Labels labels)
            throws IOException {
        JfrTrees trees = new JfrTrees(wanted, labels);
        JfrReader.read(recording, trees);
        return trees.recording();
    }

    @Override
    public boolean wants(SampleKind kind) {
        // With a state, an execution sample is one of the wall clock.
        return wanted.contains(kind.event()) || kind == SampleKind.EXECUTION && wanted.contains(ProfileEvent.WALL);
    }

    @Override
    public void begin(JfrChunk begun) {
        sums.clear();
    }

    @Override
    public void sample(JfrSample sample) {
        SampleKind kind = sample.kind();
        if (kind == SampleKind.CPU_TIME) {
            timed++;
            unwound += sample.stack() == 0 ? 1 : 0;
        }
        sums.computeIfAbsent(kind, first -> new SampleSums())
                .add(sample, kind.isWeighted() ? sample.weight() : sample.count());
    }

    @Override
    public void lost(long samples) {
        lost += samples;
    }

    @Override
    public void end(JfrChunk ended) throws IOException {
        seconds += (ended.end() - ended.start()) * NANOS;
        for (Map.Entry<SampleKind, SampleSums> sum : sums.entrySet()) {
            SampleKind kind = sum.getKey();
            if (wanted.contains(kind.event())) {
                CallTree.Builder builder = builders.computeIfAbsent(kind, key -> new CallTree.Builder());
                ChunkStacks stacks = new ChunkStacks(ended, builder.trie(), labels);
                sum.getValue().addTo(builder, stacks, interval(kind, ended.settings()));
                warnAboutDepth(stacks);
            }
        }
    }

    private long interval(SampleKind kind, ProfilerSettings settings) {
        long interval = switch (kind) {
            case EXECUTION -> settings.cpuInterval();
            case WALL -> settings.wallInterval();
            case NATIVE -> settings.nativeInterval();
            default -> 1; // they have weights
        };
        if (interval <= 0) {
            warn(
                    ProfileNotice.PROFILE_INTERVAL_UNKNOWN,
                    "The recording does not say how much time a sample stands for; 10 ms are assumed");
            return USUAL_INTERVAL;
        }
        String sampled = settings.values().getOrDefault("event", "cpu");
        if (kind == SampleKind.EXECUTION
                && !Set.of("cpu", "itimer", "ctimer", "wall").contains(sampled)) {
            warn(
                    ProfileNotice.PROFILE_OF_A_COUNTER,
                    "The recording samples the event " + sampled
                            + ": the values shown as nanoseconds are counts of it");
        }
        return interval;
    }

    private void warnAboutDepth(ChunkStacks stacks) {
        if (stacks.isTruncated()) {
            warn(
                    ProfileNotice.STACKS_TRUNCATED,
                    "The recorder cut stacks at its limit of depth: their outermost frames are missing, and they appear"
                            + " next to whole ones. Record with -XX:FlightRecorderOptions=stackdepth=1024, or"
                            + " async-profiler with a larger jstackdepth");
        }
    }

    /** The JDK drops a sample when a thread's queue of them is full, and samples that it cannot walk have no stack. */
    private void warnAboutLosses() {
        if (lost > 0) {
            warn(
                    ProfileNotice.SAMPLES_LOST,
                    "The recorder lost " + part(lost, timed + lost)
                            + " of CPU time: the CPU shown is too low by them, most"
                            + " where threads were busiest. Sample less often, such as with"
                            + " jdk.CPUTimeSample#throttle=20ms");
        }
        if (unwound > 0) {
            warn(
                    ProfileNotice.SAMPLES_WITHOUT_STACK,
                    part(unwound, timed) + " of CPU time have no stack, since the recorder could not walk it");
        }
    }

    private static String part(long some, long all) {
        return Numbers.count(some) + " of " + Names.plural(all, "sample") + " (" + Numbers.percent((double) some / all)
                + ")";
    }

    private void warn(ProfileNotice kind, String message) {
        warnings.put(kind.id(), new Warning(kind, message));
    }

    private Recording recording() {
        Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
        // In the order of the kinds: the first of an event is the better.
        builders.forEach((kind, builder) -> {
            if (!trees.containsKey(kind.event())) {
                trees.put(kind.event(), builder.build());
            }
        });
        warnAboutLosses();
        List<Warning> all = new ArrayList<>(warnings.values());
        return new Recording(trees, false, seconds, all);
    }

    /** Samples of one chunk and event, added up by stack, thread, labels and state before any of these is looked at. */
    private static final class SampleSums {
        private static final JfrChunk.ThreadState[] STATES = JfrChunk.ThreadState.values();

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
}
