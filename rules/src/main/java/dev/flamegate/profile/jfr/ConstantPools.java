package dev.flamegate.profile.jfr;

import dev.flamegate.profile.LongIndex;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The constants of one chunk: the bytes of its checkpoints, and where in them each constant of a wanted type begins.
 * Decoded only when asked for.
 */
final class ConstantPools {
    private static final int CHECKPOINT = 1;

    /** The positions of the constants of one type. */
    static final class Pool {
        private final LongIndex ids = new LongIndex();
        private int[] offsets = new int[16];

        private void add(long id, int offset) {
            int made = ids.size();
            int number = ids.add(id);
            if (number < made) {
                return; // a later checkpoint, which is read first, wins
            }
            if (number == offsets.length) {
                offsets = Arrays.copyOf(offsets, number * 2);
            }
            offsets[number] = offset;
        }

        /** The position of a constant; -1 if it is unknown. */
        int offset(long id) {
            int number = ids.find(id);
            return number == LongIndex.NONE ? -1 : offsets[number];
        }
    }

    private record Checkpoint(long position, int size) {}

    private final Map<String, Pool> pools = new HashMap<>();
    private final JfrBytes in;

    private ConstantPools(JfrBytes in) {
        this.in = in;
    }

    /**
     * Reads the checkpoints of a chunk.
     *
     * @param layouts of the chunk's types
     * @param wanted names of the types whose constants are asked for later
     */
    static ConstantPools read(
            SeekableByteChannel recording, ChunkHeader header, Metadata metadata, Layouts layouts, List<String> wanted)
            throws IOException {
        List<Checkpoint> checkpoints = checkpoints(recording, header);
        long size = checkpoints.stream().mapToLong(Checkpoint::size).sum();
        if (size > Integer.MAX_VALUE - 16) {
            throw new IOException("constants of " + size + " bytes in one chunk, more than is supported");
        }
        byte[] bytes = new byte[(int) size];
        ConstantPools pools = new ConstantPools(new JfrBytes(bytes));
        wanted.forEach(type -> pools.pools.put(type, new Pool()));
        int at = 0;
        for (Checkpoint checkpoint : checkpoints) {
            JfrBytes.copy(recording, header.position() + checkpoint.position, bytes, at, checkpoint.size);
            at += checkpoint.size;
        }
        Map<Long, Layout> known = new HashMap<>();
        at = 0;
        for (Checkpoint checkpoint : checkpoints) {
            pools.in.at = at;
            at += checkpoint.size;
            pools.index(metadata, layouts, known);
            if (pools.in.at > at) {
                throw new IOException("a checkpoint longer than its stated size");
            }
        }
        return pools;
    }

    /** The checkpoints of a chunk, last first; each gives the distance back to the one before. */
    private static List<Checkpoint> checkpoints(SeekableByteChannel recording, ChunkHeader header) throws IOException {
        List<Checkpoint> checkpoints = new ArrayList<>();
        long position = header.constants();
        while (true) {
            int size = header.eventSize(recording, position);
            if (!checkpoints.isEmpty() && position + size > checkpoints.get(checkpoints.size() - 1).position) {
                throw new IOException("checkpoints that overlap");
            }
            checkpoints.add(new Checkpoint(position, size));
            byte[] start = new byte[Math.min(size, 64)];
            JfrBytes.copy(recording, header.position() + position, start, 0, start.length);
            JfrBytes in = new JfrBytes(start);
            in.number();
            if (in.number() != CHECKPOINT) {
                throw new IOException("no checkpoint where the chunk says there is one");
            }
            in.skipNumbers(2); // start, duration
            long back = in.number();
            if (back == 0) {
                return checkpoints;
            } else if (back > 0 || position + back < ChunkHeader.LENGTH) {
                throw new IOException("a checkpoint whose predecessor is at an impossible position");
            }
            position += back;
        }
    }

    private void index(Metadata metadata, Layouts layouts, Map<Long, Layout> known) throws IOException {
        in.skipNumbers(5); // size, type, start, duration, the one before
        in.skip(1);
        for (int left = in.count(); left > 0; left--) {
            long id = in.number();
            Metadata.Type type = metadata.find(id);
            if (type == null) {
                throw new IOException("constants of an undeclared type: " + id);
            }
            Layout layout = known.get(id);
            if (layout == null) {
                layout = layouts.of(type, Map.of());
                known.put(id, layout);
            }
            Pool pool = pools.get(type.name());
            for (int constants = in.count(); constants > 0; constants--) {
                long constant = in.number();
                if (pool != null) {
                    pool.add(constant, in.at);
                }
                layout.skip(in);
            }
        }
    }

    /** The position of a constant's value in {@link #bytes}; -1 if it is unknown. */
    int offset(String type, long id) {
        Pool pool = pools.get(type);
        return pool == null ? -1 : pool.offset(id);
    }

    /** The bytes of all checkpoints, at the value of a constant. */
    JfrBytes at(int offset) {
        in.at = offset;
        return in;
    }

    /**
     * Reads a constant.
     *
     * @return false when it is not there
     */
    boolean read(String type, long id, Layout layout, long[] numbers, @Nullable String[] texts) throws IOException {
        int offset = offset(type, id);
        if (offset < 0) {
            return false;
        }
        layout.read(at(offset), numbers, texts);
        return true;
    }
}
