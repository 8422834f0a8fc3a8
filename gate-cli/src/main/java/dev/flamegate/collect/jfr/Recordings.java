package dev.flamegate.collect.jfr;

import dev.flamegate.model.Window;
import dev.flamegate.profile.StackTrie;
import dev.flamegate.profile.format.OtlpReader;
import dev.flamegate.profile.format.ProfileLimits;
import dev.flamegate.profile.format.SampleType;
import dev.flamegate.profile.jfr.ChunkStacks.Labels;
import dev.flamegate.profile.jfr.JfrReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All recordings of one target so far. Chunks are added as they arrive; a window is cut when it is requested. Safe
 * for several threads.
 */
public final class Recordings {
    private static final long NANOS = 1_000_000_000L;

    private final StackTrie trie = new StackTrie();
    private final List<ChunkBuilder.Chunk> chunks = new ArrayList<>();

    /**
     * Reads a recording.
     *
     * @param file one or more JFR chunks
     * @param labels the agent's snapshot of labels; {@code null} for none
     * @throws IOException when it is not a recording, cut off or damaged; then none of its chunks is added
     */
    public void add(Path file, byte @Nullable [] labels) throws IOException {
        ChunkBuilder builder = new ChunkBuilder(trie, labels(labels));
        try (FileChannel recording = FileChannel.open(file)) {
            synchronized (this) {
                JfrReader.read(recording, builder);
                chunks.addAll(builder.chunks());
            }
        }
    }

    /**
     * Reads an OTLP message.
     *
     * @return types of the profiles in it that nothing is measured by
     * @throws IOException when it is no such message, cut off or damaged; then nothing of it is added
     */
    public Set<SampleType> addOtlp(byte[] message) throws IOException {
        synchronized (this) {
            OtlpChunks builder = new OtlpChunks(trie);
            try {
                OtlpReader.read(message, trie, ProfileLimits.USUAL, builder);
            } catch (IllegalArgumentException e) {
                throw new IOException(e.getMessage(), e);
            }
            chunks.addAll(builder.chunks());
            return builder.ignored();
        }
    }

    private static Labels labels(byte @Nullable [] labels) throws IOException {
        try {
            return labels == null ? Labels.NONE : LabelSnapshot.of(labels);
        } catch (RuntimeException e) {
            throw new IOException("a damaged label snapshot: " + e.getMessage(), e);
        }
    }

    /** The latest moment that a recording of this process reaches; {@link Instant#EPOCH} without a recording. */
    public synchronized Instant end(OptionalLong pid) {
        long end = chunks.stream()
                .filter(chunk -> isOf(chunk, pid))
                .mapToLong(ChunkBuilder.Chunk::end)
                .max()
                .orElse(0);
        return Instant.ofEpochSecond(0, end);
    }

    /**
     * Cuts a window out, by the times of the events.
     *
     * @param pid process whose recordings are used; empty for all
     * @param cpuSeconds CPU time of the target in the window, for the coverage; NaN when unknown
     */
    public synchronized ProfileCut cut(Window window, OptionalLong pid, double cpuSeconds) {
        WindowCutter cutter = new WindowCutter(trie, nanos(window.start()), nanos(window.end()));
        int foreign = 0;
        for (ChunkBuilder.Chunk chunk : chunks) {
            if (isOf(chunk, pid)) {
                cutter.add(chunk);
            } else {
                foreign++;
            }
        }
        return cutter.cut(cpuSeconds, foreign);
    }

    private static boolean isOf(ChunkBuilder.Chunk chunk, OptionalLong pid) {
        return pid.isEmpty() || chunk.pid() == 0 || chunk.pid() == pid.getAsLong();
    }

    /** Nanoseconds since the epoch. */
    static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
    }
}
