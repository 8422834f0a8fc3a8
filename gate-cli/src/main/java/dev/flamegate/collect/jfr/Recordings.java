package dev.flamegate.collect.jfr;

import dev.flamegate.model.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * All recordings of one target so far. Chunks are added as they come, any window is cut when it is asked for. Safe
 * for several threads.
 */
public final class Recordings {
    private static final long NANOS = 1_000_000_000L;

    private final StackTrie trie = new StackTrie();
    private final List<RecordedChunk> chunks = new ArrayList<>();

    /**
     * Reads a recording.
     *
     * @param file one or more JFR chunks
     * @param labels the agent's snapshot of labels; {@code null} for none
     * @throws IOException when it is no recording, cut off or damaged: then none of its chunks is taken
     */
    public void add(Path file, byte @Nullable [] labels) throws IOException {
        try {
            LabelSnapshot snapshot = labels == null ? LabelSnapshot.NONE : LabelSnapshot.of(labels);
            read(file, snapshot);
        } catch (RuntimeException | StackOverflowError | InternalError | LinkageError e) {
            // The consumer checks little: damage shows as an index out of bounds, a missing constant and the like; that
            // of JDK 25 turns a damaged type name into an InternalError.
            throw new IOException("a damaged JFR recording or label snapshot: " + e, e);
        }
    }

    private synchronized void read(Path file, LabelSnapshot labels) throws IOException {
        List<ChunkHeader> headers = ChunkHeader.of(file);
        List<ChunkBuilder> builders = new ArrayList<>();
        EventReader reader = new EventReader(trie, labels);
        headers.forEach(header -> builders.add(new ChunkBuilder(header, reader)));
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                RecordedEvent event = recording.readEvent();
                builders.get(chunkOf(event.getStartTime(), headers)).add(event);
            }
        }
        builders.forEach(builder -> chunks.add(builder.build()));
    }

    /** The last chunk that had begun; the file's order of events is not that of time. */
    private static int chunkOf(Instant time, List<ChunkHeader> headers) {
        long nanos = nanos(time);
        int chunk = headers.size() - 1;
        while (chunk > 0 && headers.get(chunk).start() > nanos) {
            chunk--;
        }
        return chunk;
    }

    /** The latest moment that a recording of this process reaches; {@link Instant#EPOCH} while there is none. */
    public synchronized Instant end(OptionalLong pid) {
        long end = chunks.stream()
                .filter(chunk -> isOf(chunk, pid))
                .mapToLong(RecordedChunk::end)
                .max()
                .orElse(0);
        return Instant.ofEpochSecond(0, end);
    }

    /**
     * Cuts a window out, by the times of the events.
     *
     * @param pid process whose recordings count; empty for all
     * @param cpuSeconds CPU time of the target in the window, for the coverage; NaN when unknown
     */
    public synchronized ProfileCut cut(Window window, OptionalLong pid, double cpuSeconds) {
        WindowCutter cutter = new WindowCutter(trie, nanos(window.start()), nanos(window.end()));
        int foreign = 0;
        for (RecordedChunk chunk : chunks) {
            if (isOf(chunk, pid)) {
                cutter.add(chunk);
            } else {
                foreign++;
            }
        }
        return cutter.cut(cpuSeconds, foreign);
    }

    private static boolean isOf(RecordedChunk chunk, OptionalLong pid) {
        return pid.isEmpty() || chunk.pid() == 0 || chunk.pid() == pid.getAsLong();
    }

    /** Nanoseconds since the epoch. */
    static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), NANOS), instant.getNano());
    }
}
