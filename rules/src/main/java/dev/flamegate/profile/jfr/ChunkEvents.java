package dev.flamegate.profile.jfr;

import dev.flamegate.profile.LongIndex;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Goes through the events of one chunk, with a window of some bytes on it. */
final class ChunkEvents {
    private static final int WINDOW = 1 << 18;
    private static final int LONGEST_START = 18; // size and type, nine bytes each at most
    private static final int LONGEST_EVENT = 1 << 24;
    private static final String SETTING = "jdk.ActiveSetting";
    private static final String MACHINE = "jdk.JVMInformation";

    private final JfrSource source;
    private final JfrChunk chunk;
    private final JfrVisitor visitor;
    private final LongIndex typeIndex = new LongIndex();
    private final List<EventReading> types = new ArrayList<>();
    private final JfrBytes in = new JfrBytes(new byte[WINDOW]);
    private long windowStart;
    private int windowLength;

    /** What is done with events of one type, from behind the type to the event's end. */
    private interface EventReading {
        void read() throws IOException;
    }

    ChunkEvents(JfrSource source, JfrChunk chunk, JfrVisitor visitor) throws IOException {
        this.source = source;
        this.chunk = chunk;
        this.visitor = visitor;
        addSamples();
        addSettings();
    }

    private void addSamples() throws IOException {
        JfrSample sample = null;
        for (SampleKind.Type known : SampleKind.TYPES) {
            JfrType declared = chunk.metadata().find(known.name());
            if (declared != null && visitor.wants(known.kind())) {
                SampleType type = SampleType.of(known, declared, chunk.metadata(), chunk.header());
                JfrSample told = sample == null ? new JfrSample(chunk, type) : sample;
                sample = told;
                add(declared, () -> {
                    type.read(in);
                    told.set(type);
                    visitor.sample(told);
                });
            }
        }
    }

    private void addSettings() throws IOException {
        JfrType setting = chunk.metadata().find(SETTING);
        if (setting != null) {
            Layout layout = Layout.of(setting, chunk.metadata(), Map.of("id", 0, "name", 0, "value", 1));
            add(setting, () -> {
                long[] id = new long[1];
                @Nullable String[] texts = new @Nullable String[2];
                layout.read(in, id, texts);
                chunk.addSetting(id[0], texts[0], texts[1]);
            });
        }
        JfrType machine = chunk.metadata().find(MACHINE);
        if (machine != null) {
            Layout layout = Layout.of(machine, chunk.metadata(), Map.of("pid", 0));
            add(machine, () -> {
                long[] pid = new long[1];
                layout.read(in, pid, new @Nullable String[0]);
                chunk.setPid(pid[0]);
            });
        }
    }

    private void add(JfrType type, EventReading reading) {
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
                throw new IOException("an event of " + size + " bytes where " + (end - at) + " are left in its chunk");
            }
            int type = typeIndex.find(typeId);
            if (type != LongIndex.NONE) {
                if (size > LONGEST_EVENT) {
                    throw new IOException("an event of " + size + " bytes, longer than any");
                }
                bring(at, (int) size, end);
                in.at += read;
                types.get(type).read();
                if (windowStart + in.at > at + size) {
                    throw new IOException("an event longer than it says");
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
            source.read(position, in.bytes, 0, windowLength);
        }
        in.at = (int) (position - windowStart);
    }
}
