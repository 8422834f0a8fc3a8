package dev.flamegate.profile.jfr;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.jfr.JfrChunk.ThreadState;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of samples that recordings have, by the types of their events. Everything that differs from kind to kind is
 * here. Of two kinds of samples of one event, the earlier is the better.
 */
public enum SampleKind {
    /** A thread that used up a stretch of CPU time, as JDK 25 and later sample it. */
    CPU_TIME(ProfileEvent.CPU, true, true, ThreadState.RUNNING),
    /** A thread found on the CPU; with a thread state, by older profilers, a wall clock sample. */
    EXECUTION(ProfileEvent.CPU, false, false, ThreadState.RUNNING),
    /** A thread at a moment of a clock, running or not; one event may stand for several. */
    WALL(ProfileEvent.WALL, false, false, null),
    /** A thread that the JDK's recorder found in native code, waiting there or not. */
    NATIVE(ProfileEvent.WALL, false, true, ThreadState.RUNNABLE),
    /** A new or large block of heap for a thread. */
    TLAB(ProfileEvent.ALLOC, true, false, ThreadState.UNKNOWN),
    /** An allocation with the bytes it stands for. */
    ALLOCATION(ProfileEvent.ALLOC, true, true, ThreadState.UNKNOWN),
    /** A wait for a monitor or a lock. */
    LOCK(ProfileEvent.LOCK, true, false, ThreadState.UNKNOWN);

    private final ProfileEvent event;
    private final boolean weighted;
    private final boolean jdkOnly;
    private final @Nullable ThreadState state;

    SampleKind(ProfileEvent event, boolean weighted, boolean jdkOnly, @Nullable ThreadState state) {
        this.event = event;
        this.weighted = weighted;
        this.jdkOnly = jdkOnly;
        this.state = state;
    }

    /**
     * The event that the kind samples; {@link #EXECUTION} samples with a thread state are of the wall clock instead.
     */
    public ProfileEvent event() {
        return event;
    }

    /** True if each sample has its own weight; else it stands for the interval between two samples. */
    public boolean isWeighted() {
        return weighted;
    }

    /** True if only the JDK's recorder writes the kind, not the agent. */
    public boolean isJdkOnly() {
        return jdkOnly;
    }

    /** State of the sampled thread; {@code null} where each sample says its own. */
    @Nullable
    ThreadState state() {
        return state;
    }

    /** True if the weight is a stretch of time. */
    boolean isTimed() {
        return weighted && event.unit().dimension() == Unit.Dimension.TIME;
    }

    /** True if a sample is a wait, which lasts for its weight. */
    boolean isWait() {
        return weighted && event.isWaiting();
    }

    /** One type of events: its name, its kind and, where samples have weights, the field of the weight. */
    record Type(String name, SampleKind kind, String weight) {}

    static final List<Type> TYPES = List.of(
            new Type("jdk.ExecutionSample", EXECUTION, ""),
            new Type("jdk.CPUTimeSample", CPU_TIME, "samplingPeriod"),
            new Type("profiler.WallClockSample", WALL, ""),
            new Type("jdk.NativeMethodSample", NATIVE, ""),
            new Type("jdk.ObjectAllocationInNewTLAB", TLAB, "tlabSize"),
            new Type("jdk.ObjectAllocationOutsideTLAB", TLAB, "allocationSize"),
            new Type("jdk.ObjectAllocationSample", ALLOCATION, "weight"),
            new Type("jdk.JavaMonitorEnter", LOCK, "duration"),
            new Type("jdk.ThreadPark", LOCK, "duration"));

    static final int START = 0;
    static final int THREAD = 1;
    static final int STACK = 2;
    static final int STATE = 3;
    static final int COUNT = 4;
    static final int SPAN = 5;
    static final int WEIGHT = 6;
    static final int CONTEXT = 7;
    static final int SPAN_NAME = 8;
    static final int SLOTS = 9;

    /** The slots of samples' fields, for all types. */
    static final Map<String, Integer> FIELDS = Map.of(
            "startTime", START,
            "sampledThread", THREAD,
            "eventThread", THREAD,
            "stackTrace", STACK,
            "state", STATE,
            "samples", COUNT,
            "timeSpan", SPAN,
            "contextId", CONTEXT,
            "spanName", SPAN_NAME);
}
