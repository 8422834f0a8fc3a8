package dev.flamegate.profile.jfr;

import dev.flamegate.profile.LongIndex;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One chunk of a recording: the facts that its samples share. */
public final class JfrChunk {
    static final String STACK = "jdk.types.StackTrace";
    static final String METHOD = "jdk.types.Method";
    static final String CLASS = "java.lang.Class";
    static final String SYMBOL = "jdk.types.Symbol";
    static final String THREAD = "java.lang.Thread";
    private static final String STATES = "jdk.types.ThreadState";

    /** Types of the constants that samples refer to. */
    private static final List<String> CONSTANTS = List.of(STACK, METHOD, CLASS, SYMBOL, THREAD, STATES);

    private final ChunkHeader header;
    private final Metadata metadata;
    private final Layouts layouts;
    private final ConstantPools pools;
    private final boolean ofAsyncProfiler;
    private final Map<String, String> settings = new HashMap<>();
    private final LongIndex stateIndex = new LongIndex();
    private ThreadState[] states = new ThreadState[0];
    private long lastStateId;
    private ThreadState lastState = ThreadState.UNKNOWN;
    private long pid;
    private boolean mayHaveWall;

    private JfrChunk(ChunkHeader header, Metadata metadata, Layouts layouts, ConstantPools pools) {
        this.layouts = layouts;
        this.header = header;
        this.metadata = metadata;
        this.pools = pools;
        ofAsyncProfiler = metadata.isOfAsyncProfiler();
        mayHaveWall = ofAsyncProfiler;
        lastStateId = Long.MIN_VALUE;
    }

    static JfrChunk open(SeekableByteChannel recording, ChunkHeader header) throws IOException {
        Metadata metadata = Metadata.read(recording, header);
        Layouts layouts = new Layouts(metadata);
        ConstantPools pools = ConstantPools.read(recording, header, metadata, layouts, CONSTANTS);
        return new JfrChunk(header, metadata, layouts, pools);
    }

    /** The chunk's beginning, in nanoseconds since the epoch. */
    public long start() {
        return header.start();
    }

    /** The chunk's end, in nanoseconds since the epoch, not before {@link #start()}. */
    public long end() {
        return header.start() + header.duration();
    }

    /** The process in which the chunk was recorded; 0 when the chunk does not say. Known at the chunk's end. */
    public long pid() {
        return pid;
    }

    /** Settings of the profiler. Known at the chunk's end. */
    public ProfilerSettings settings() {
        return new ProfilerSettings(settings);
    }

    ChunkHeader header() {
        return header;
    }

    Metadata metadata() {
        return metadata;
    }

    Layouts layouts() {
        return layouts;
    }

    ConstantPools pools() {
        return pools;
    }

    long nanos(long ticks) {
        return header.nanos(ticks);
    }

    void setPid(long pid) {
        this.pid = pid;
    }

    /** The profiler's own settings have a value each; those of JDK events by these names come with their events. */
    void addSetting(long type, @Nullable String name, @Nullable String value) {
        if (name != null && value != null) {
            Metadata.Type event = metadata.find(type);
            if (event != null) {
                settings.put(event.name() + "#" + name, value);
            }
            if (ofAsyncProfiler) {
                settings.putIfAbsent(name, value);
                String sampled = settings.get("event");
                mayHaveWall = sampled == null || sampled.equals("wall") || settings.containsKey("wall");
            }
        }
    }

    /** True if execution samples may be those of a clock, as far as the settings so far say: they come first. */
    boolean mayHaveWall() {
        return mayHaveWall;
    }

    ThreadState state(long id) {
        if (id != lastStateId) {
            int made = stateIndex.size();
            int number = stateIndex.add(id);
            if (number == made) {
                states = made < states.length ? states : Arrays.copyOf(states, Math.max(16, 2 * made));
                states[number] = readState(id);
            }
            lastStateId = id;
            lastState = states[number];
        }
        return lastState;
    }

    private ThreadState readState(long id) {
        Metadata.Type type = metadata.find(STATES);
        try {
            @Nullable String[] name = new @Nullable String[1];
            if (type != null) {
                Layout layout = layouts.of(type, Map.of("name", 0));
                pools.read(STATES, id, layout, new long[1], name);
            }
            return ThreadState.of(name[0] == null ? "" : name[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The layout of a type, with a slot for each of these fields in their order. */
    Layout layout(String name, List<String> fields) throws IOException {
        Metadata.Type type = metadata.find(name);
        if (type == null) {
            throw new IOException("the recording does not declare " + name + " is");
        }
        Map<String, Integer> slots = new HashMap<>();
        fields.forEach(field -> slots.put(field, slots.size()));
        return layouts.of(type, slots);
    }

    /** Makes sure that values of a type are written as these fields, one after the other. */
    void checkFields(String name, List<String> fields) throws IOException {
        Metadata.Type type = metadata.find(name);
        List<String> declared = type == null
                ? List.of()
                : type.fields().stream().map(Metadata.Type.Field::name).toList();
        if (!declared.equals(fields)) {
            throw new IOException("a " + name + " is written as " + declared + " and not as " + fields);
        }
    }

    public enum ThreadState {
        /** The profiler does not say. */
        UNKNOWN(""),
        /** The thread was on a CPU. */
        RUNNING("running"),
        /** The thread was on a CPU or waiting for one. */
        RUNNABLE("runnable"),
        /** Waiting. */
        SLEEPING("sleeping");

        private final String facet;

        ThreadState(String facet) {
            this.facet = facet;
        }

        /** The state's word in a {@link dev.flamegate.profile.Facet}. */
        public String facet() {
            return facet;
        }

        /** Finds the state by its name in recordings. */
        static ThreadState of(String name) {
            return switch (name) {
                case "STATE_RUNNABLE" -> RUNNABLE;
                case "STATE_SLEEPING" -> SLEEPING;
                default -> UNKNOWN;
            };
        }
    }
}
