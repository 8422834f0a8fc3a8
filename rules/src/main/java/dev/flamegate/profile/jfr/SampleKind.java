package dev.flamegate.profile.jfr;

import java.util.List;
import java.util.Map;

/** Kinds of samples that recordings have, by the types of their events. */
public enum SampleKind {
    /** A thread found on the CPU; with a thread state, by older profilers, a wall clock sample. */
    EXECUTION,
    /** A thread that used up a stretch of CPU time, as JDK 25 and later sample it; with a weight. */
    CPU_TIME,
    /** A thread at a moment of a clock, running or not; one event may stand for several. */
    WALL,
    /** A thread that the JDK's recorder found in native code, waiting there or not. */
    NATIVE,
    /** A new or large block of heap for a thread; with a weight. */
    TLAB,
    /** An allocation with the bytes it stands for; with a weight. */
    ALLOCATION,
    /** A wait for a monitor or a lock; with a weight. */
    LOCK;

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

    /** Where fields of samples go, whatever their type. */
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
