package dev.flamegate.collect.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.StackTrie;
import dev.flamegate.profile.jfr.ChunkStacks;
import dev.flamegate.profile.jfr.ChunkStacks.Labels;
import dev.flamegate.profile.jfr.JfrChunk;
import dev.flamegate.profile.jfr.JfrChunk.ThreadState;
import dev.flamegate.profile.jfr.JfrReader;
import dev.flamegate.profile.jfr.JfrSample;
import dev.flamegate.profile.jfr.ProfilerSettings;
import dev.flamegate.profile.jfr.SampleKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Collects the samples of one recording of the agent, chunk by chunk. */
final class ChunkBuilder implements JfrReader.Visitor {
    /** The handlers of two signals run one after the other; between them are some microseconds of CPU. */
    private static final long SOON = 1_000_000;

    private final StackTrie trie;
    private final Labels labels;
    private final List<Chunk> chunks = new ArrayList<>();
    private Map<ProfileEvent, Samples> samples = new EnumMap<>(ProfileEvent.class);
    private Map<FacetKey, Integer> facets = new HashMap<>();
    private Map<Long, Long> overtaken = new HashMap<>(); // by thread, when its CPU sample found it entering a handler
    private @Nullable ChunkStacks stacks;

    private record FacetKey(long thread, long context, long spanName, boolean profiler, ThreadState state) {}

    ChunkBuilder(StackTrie trie, Labels labels) {
        this.trie = trie;
        this.labels = labels;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    @Override
    public boolean wants(SampleKind kind) {
        return !kind.isJdkOnly();
    }

    @Override
    public void begin(JfrChunk chunk) throws IOException {
        stacks = new ChunkStacks(chunk, trie, labels);
        facets = new HashMap<>();
        overtaken = new HashMap<>();
        samples = new EnumMap<>(ProfileEvent.class);
        for (ProfileEvent event : ProfileEvent.values()) {
            samples.put(event, new Samples(chunk.start(), event.isWaiting(), event.isWeighted()));
        }
    }

    @Override
    public void sample(JfrSample sample) throws IOException {
        ChunkStacks read = Objects.requireNonNull(stacks);
        if (sample.event() == ProfileEvent.CPU && read.isInHandler(sample.stack())) {
            overtaken.put(sample.thread(), sample.start());
            return;
        }
        add(sample.event(), sample.start(), sample.state(), sample, read);
        if (sample.event() == ProfileEvent.WALL && sample.state() != ThreadState.SLEEPING) {
            Long before = overtaken.remove(sample.thread());
            if (before != null && sample.start() >= before && sample.start() - before < SOON) {
                add(ProfileEvent.CPU, before, ThreadState.RUNNING, sample, read);
            }
        }
    }

    /**
     * Adds a sample with the stack of the current one: its own, or, of a CPU sample at the entry of the wall clock's
     * handler, that of the wall-clock sample which the handler took next. Without one it is left out; CPU samples are
     * scaled to the counted CPU (docs/internals/decisions/0005).
     */
    private void add(ProfileEvent event, long start, ThreadState state, JfrSample current, ChunkStacks read)
            throws IOException {
        boolean profiler = read.isProfiler(current.stack());
        Objects.requireNonNull(samples.get(event))
                .add(
                        start,
                        current.span(),
                        current.count(),
                        read.node(current.stack()),
                        facet(current, profiler, state, read),
                        current.weight());
    }

    private int facet(JfrSample sample, boolean profiler, ThreadState state, ChunkStacks read) throws IOException {
        FacetKey key = new FacetKey(sample.thread(), sample.context(), sample.spanName(), profiler, state);
        Integer known = facets.get(key);
        if (known == null) {
            known = read.facet(key.thread, key.context, key.spanName, profiler, key.state);
            facets.put(key, known);
        }
        return known;
    }

    @Override
    public void end(JfrChunk chunk) {
        samples.values().forEach(Samples::trim);
        chunks.add(new Chunk(chunk.start(), chunk.end(), chunk.pid(), chunk.settings(), samples));
    }

    /**
     * The content of one chunk of a recording.
     *
     * @param start nanoseconds since the epoch
     * @param end nanoseconds since the epoch, not before {@code start}
     * @param pid process it was recorded in; 0 when unknown
     * @param settings of the profiler
     * @param samples by event; always with CPU and wall, though perhaps without samples
     */
    record Chunk(long start, long end, long pid, ProfilerSettings settings, Map<ProfileEvent, Samples> samples) {}
}
