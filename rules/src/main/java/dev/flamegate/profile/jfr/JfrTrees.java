package dev.flamegate.profile.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Recording;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The whole of a recording as call trees. Samples are added up by the numbers that the recording has for their stacks and
 * threads, and each distinct pair is resolved once at its chunk's end.
 */
public final class JfrTrees implements JfrVisitor {
    private static final double NANOS = 1e-9;

    /** What async-profiler takes when it is not told how often to sample, and then does not write down. */
    private static final long USUAL_INTERVAL = 10_000_000;

    private final Set<ProfileEvent> wanted;
    private final Labels labels;
    private final Map<SampleSource, CallTree.Builder> builders = new EnumMap<>(SampleSource.class);
    private final Map<SampleSource, SampleSums> sums = new EnumMap<>(SampleSource.class);
    private final Map<String, Warning> warnings = new LinkedHashMap<>();
    private double seconds;

    /** Where samples of one event come from: of two sources of one event only the better is taken. */
    private enum SampleSource {
        CPU_TIME(ProfileEvent.CPU),
        EXECUTION(ProfileEvent.CPU),
        WALL(ProfileEvent.WALL),
        NATIVE(ProfileEvent.WALL),
        TLAB(ProfileEvent.ALLOC),
        ALLOCATION(ProfileEvent.ALLOC),
        LOCK(ProfileEvent.LOCK);

        private final ProfileEvent event;

        SampleSource(ProfileEvent event) {
            this.event = event;
        }
    }

    private JfrTrees(Set<ProfileEvent> wanted, Labels labels) {
        this.wanted = EnumSet.copyOf(wanted);
        this.labels = labels;
    }

    /**
     * Reads a recording of any profiler.
     *
     * @param wanted events, at least one
     * @throws IOException when it is no recording, cut off or damaged
     */
    public static Recording read(JfrSource source, Set<ProfileEvent> wanted, Labels labels) throws IOException {
        JfrTrees trees = new JfrTrees(wanted, labels);
        JfrReader.read(source, trees);
        return trees.recording();
    }

    @Override
    public boolean wants(SampleKind kind) {
        return switch (kind) {
            // With a state, an execution sample is one of the wall clock.
            case EXECUTION -> wanted.contains(ProfileEvent.CPU) || wanted.contains(ProfileEvent.WALL);
            case CPU_TIME -> wanted.contains(ProfileEvent.CPU);
            case WALL, NATIVE -> wanted.contains(ProfileEvent.WALL);
            case TLAB, ALLOCATION -> wanted.contains(ProfileEvent.ALLOC);
            case LOCK -> wanted.contains(ProfileEvent.LOCK);
        };
    }

    @Override
    public void begin(JfrChunk begun) {
        sums.clear();
    }

    @Override
    public void sample(JfrSample sample) {
        SampleSource source = switch (sample.kind()) {
            case EXECUTION -> sample.event() == ProfileEvent.CPU ? SampleSource.EXECUTION : SampleSource.WALL;
            case CPU_TIME -> SampleSource.CPU_TIME;
            case WALL -> SampleSource.WALL;
            case NATIVE -> SampleSource.NATIVE;
            case TLAB -> SampleSource.TLAB;
            case ALLOCATION -> SampleSource.ALLOCATION;
            case LOCK -> SampleSource.LOCK;
        };
        SampleSums sum = sums.get(source);
        if (sum == null) {
            sum = new SampleSums();
            sums.put(source, sum);
        }
        sum.add(sample, hasWeight(source) ? sample.weight() : sample.count());
    }

    private static boolean hasWeight(SampleSource source) {
        return source != SampleSource.EXECUTION && source != SampleSource.WALL && source != SampleSource.NATIVE;
    }

    @Override
    public void end(JfrChunk ended) throws IOException {
        seconds += (ended.end() - ended.start()) * NANOS;
        for (Map.Entry<SampleSource, SampleSums> sum : sums.entrySet()) {
            SampleSource source = sum.getKey();
            if (wanted.contains(source.event)) {
                CallTree.Builder builder = builders.computeIfAbsent(source, key -> new CallTree.Builder());
                ChunkStacks stacks = new ChunkStacks(ended, builder.trie(), labels);
                sum.getValue().addTo(builder, stacks, interval(source, ended.settings()));
                warnAboutDepth(stacks);
            }
        }
    }

    private long interval(SampleSource source, ProfilerSettings settings) {
        long interval = switch (source) {
            case EXECUTION -> settings.cpuInterval();
            case WALL -> settings.wallInterval();
            case NATIVE -> settings.nativeInterval();
            default -> 1; // they have weights
        };
        if (interval <= 0) {
            warn(
                    "profile-interval-unknown",
                    "The recording does not say how much time a sample stands for; 10 ms are assumed");
            return USUAL_INTERVAL;
        }
        String sampled = settings.values().getOrDefault("event", "cpu");
        if (source == SampleSource.EXECUTION
                && !Set.of("cpu", "itimer", "ctimer", "wall").contains(sampled)) {
            warn(
                    "profile-of-a-counter",
                    "The recording samples the event " + sampled + ": what is called nanoseconds are counts of it");
        }
        return interval;
    }

    private void warnAboutDepth(ChunkStacks stacks) {
        if (stacks.isTruncated()) {
            warn(
                    "stacks-truncated",
                    "The recorder cut stacks at its limit of depth: their outermost frames are missing and they stand"
                            + " beside whole ones. Record with -XX:FlightRecorderOptions=stackdepth=1024, or"
                            + " async-profiler with a larger jstackdepth");
        }
    }

    private void warn(String id, String message) {
        warnings.put(id, new Warning(id, message));
    }

    private Recording recording() {
        Map<ProfileEvent, CallTree> trees = new EnumMap<>(ProfileEvent.class);
        // In the order of the sources: the first of an event is the better.
        builders.forEach((source, builder) -> {
            if (!trees.containsKey(source.event)) {
                trees.put(source.event, builder.build());
            }
        });
        List<Warning> all = new ArrayList<>(warnings.values());
        return new Recording(trees, false, seconds, all);
    }
}
