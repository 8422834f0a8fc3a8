package dev.flamegate.profile.jfr;

import dev.flamegate.profile.LongIndex;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads recordings of one or more chunks. */
public final class JfrReader {
    private JfrReader() {}

    /**
     * Passes all wanted samples to a visitor, in the order of the recording.
     *
     * @throws IOException when it is no recording, or is cut off, damaged or of a version that is not known; samples
     *     before the damage may have been passed on already
     */
    public static void read(SeekableByteChannel recording, Visitor visitor) throws IOException {
        long size = recording.size();
        if (size == 0) {
            throw new IOException("not a JFR recording: the file is empty");
        }
        long at = 0;
        while (at < size) {
            ChunkHeader header = ChunkHeader.read(recording, at);
            try {
                JfrChunk chunk = JfrChunk.open(recording, header);
                visitor.begin(chunk);
                new ChunkEvents(recording, chunk, visitor).read();
                visitor.end(chunk);
            } catch (IOException | RuntimeException e) {
                throw new IOException("a damaged JFR recording: " + reason(e), e);
            }
            at += header.size();
        }
    }

    private static String reason(Exception e) {
        return e instanceof IndexOutOfBoundsException || e.getMessage() == null ? "it is cut off" : e.getMessage();
    }

    /** Receives the content of a recording, chunk by chunk. */
    public interface Visitor {
        /** True if samples of a kind are wanted; others are skipped unread. */
        boolean wants(SampleKind kind);

        /** A chunk begins. */
        void begin(JfrChunk chunk) throws IOException;

        /** A sample of the chunk that began last. */
        void sample(JfrSample sample) throws IOException;

        /** The recorder lost this many samples of CPU time in the chunk, 0 or more, besides those reported before. */
        default void lost(long samples) {}

        /** All samples of the chunk have been passed on. */
        void end(JfrChunk chunk) throws IOException;
    }

    /** Reads the events of one chunk through a window of some bytes. */
    private static final class ChunkEvents {
        private static final int WINDOW = 1 << 18;
        private static final int LONGEST_START = 18; // size and type, nine bytes each at most
        private static final int LONGEST_EVENT = 1 << 24;
        private static final String SETTING = "jdk.ActiveSetting";
        private static final String LOST = "jdk.CPUTimeSamplesLost";
        private static final String MACHINE = "jdk.JVMInformation";

        private final SeekableByteChannel recording;
        private final JfrChunk chunk;
        private final Visitor visitor;
        private final LongIndex typeIndex = new LongIndex();
        private final List<EventReading> types = new ArrayList<>();
        private final JfrBytes in = new JfrBytes(new byte[WINDOW]);
        private long windowStart;
        private int windowLength;

        /** Reads an event of one type, from just after the type's number. */
        private interface EventReading {
            void read() throws IOException;
        }

        ChunkEvents(SeekableByteChannel recording, JfrChunk chunk, Visitor visitor) throws IOException {
            this.recording = recording;
            this.chunk = chunk;
            this.visitor = visitor;
            addSamples();
            addLosses();
            addSettings();
        }

        private void addSamples() throws IOException {
            JfrSample sample = null;
            for (SampleKind.Type known : SampleKind.TYPES) {
                Metadata.Type declared = chunk.metadata().find(known.name());
                if (declared != null && visitor.wants(known.kind())) {
                    JfrSample.Type type = JfrSample.Type.of(known, declared, chunk.layouts(), chunk.header());
                    JfrSample reused = sample == null ? new JfrSample(chunk, type) : sample;
                    sample = reused;
                    add(declared, () -> {
                        type.read(in);
                        reused.set(type);
                        visitor.sample(reused);
                    });
                }
            }
        }

        private void addLosses() throws IOException {
            Metadata.Type lost = chunk.metadata().find(LOST);
            if (lost != null && visitor.wants(SampleKind.CPU_TIME)) {
                Layout layout = chunk.layouts().of(lost, Map.of("lostSamples", 0));
                add(lost, () -> {
                    long[] number = new long[1];
                    layout.read(in, number, new @Nullable String[0]);
                    visitor.lost(Math.max(0, Math.min(Integer.MAX_VALUE, number[0])));
                });
            }
        }

        private void addSettings() throws IOException {
            Metadata.Type setting = chunk.metadata().find(SETTING);
            if (setting != null) {
                Layout layout = chunk.layouts().of(setting, Map.of("id", 0, "name", 0, "value", 1));
                add(setting, () -> {
                    long[] id = new long[1];
                    @Nullable String[] texts = new @Nullable String[2];
                    layout.read(in, id, texts);
                    chunk.addSetting(id[0], texts[0], texts[1]);
                });
            }
            Metadata.Type machine = chunk.metadata().find(MACHINE);
            if (machine != null) {
                Layout layout = chunk.layouts().of(machine, Map.of("pid", 0));
                add(machine, () -> {
                    long[] pid = new long[1];
                    layout.read(in, pid, new @Nullable String[0]);
                    chunk.setPid(pid[0]);
                });
            }
        }

        private void add(Metadata.Type type, EventReading reading) {
            if (typeIndex.add(type.id()) == types.size()) {
                types.add(reading);
            }
        }

        void read() throws IOException {
            long at = chunk.header().position() + ChunkHeader.LENGTH;
            long end = chunk.header().position() + chunk.header().size();
            while (at < end) {
                bring(at, (int) Math.min(LONGEST_START, end - at), end);
                long size = in.number();
                long typeId = in.number();
                int read = (int) (windowStart + in.at - at);
                if (size < read || size > end - at) {
                    throw new IOException(
                            "an event of " + size + " bytes where " + (end - at) + " are left in its chunk");
                }
                int type = typeIndex.find(typeId);
                if (type != LongIndex.NONE) {
                    if (size > LONGEST_EVENT) {
                        throw new IOException("an event of " + size + " bytes, more than any real event has");
                    }
                    bring(at, (int) size, end);
                    in.at += read;
                    types.get(type).read();
                    if (windowStart + in.at > at + size) {
                        throw new IOException("an event longer than its stated size");
                    }
                }
                at += size;
            }
        }

        /** Makes bytes from a position on available, and goes there. */
        private void bring(long position, int length, long end) throws IOException {
            if (position < windowStart || position + length > windowStart + windowLength) {
                if (length > in.bytes.length) {
                    in.bytes = new byte[length];
                }
                windowStart = position;
                windowLength = (int) Math.min(in.bytes.length, end - position);
                JfrBytes.copy(recording, position, in.bytes, 0, windowLength);
            }
            in.at = (int) (position - windowStart);
        }
    }
}
