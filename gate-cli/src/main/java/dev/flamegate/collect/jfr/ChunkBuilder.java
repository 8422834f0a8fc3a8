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
    private final StackTrie trie;
    private final Labels labels;
    private final List<Chunk> chunks = new ArrayList<>();
    private Map<ProfileEvent, Samples> samples = new EnumMap<>(ProfileEvent.class);
    private Map<FacetKey, Integer> facets = new HashMap<>();
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
        samples = new EnumMap<>(ProfileEvent.class);
        for (ProfileEvent event : ProfileEvent.values()) {
            samples.put(event, new Samples(chunk.start(), event.isWaiting(), event.isWeighted()));
        }
    }

    @Override
    public void sample(JfrSample sample) throws IOException {
        ChunkStacks read = Objects.requireNonNull(stacks);
        // Its time is not lost: CPU samples are scaled to the counted CPU (docs/internals/decisions/0005).
        if (sample.event() == ProfileEvent.CPU && read.isInHandler(sample.stack())) {
            return;
        }
        boolean profiler = read.isProfiler(sample.stack());
        Objects.requireNonNull(samples.get(sample.event()))
                .add(
                        sample.start(),
                        sample.span(),
                        sample.count(),
                        read.node(sample.stack()),
                        facet(sample, profiler, read),
                        sample.weight());
    }

    private int facet(JfrSample sample, boolean profiler, ChunkStacks read) throws IOException {
        FacetKey key = new FacetKey(sample.thread(), sample.context(), sample.spanName(), profiler, sample.state());
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
