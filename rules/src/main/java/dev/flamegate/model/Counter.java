package dev.flamegate.model;

import java.util.Locale;

/**
 * Counters read at both edges of a window; a trial keeps the increment between them. Times in seconds, sizes in
 * bytes. The name in a stored run is the constant in lower case with hyphens.
 */
public enum Counter {
    /** CPU of the whole process. */
    CPU_PROCESS,
    /** CPU of the application's own threads: the process without JIT, GC, VM and profiler. */
    CPU_APPLICATION,
    /** CPU of JIT compiler threads. */
    CPU_JIT,
    /** CPU of garbage collector threads. */
    CPU_GC,
    /** CPU of other threads of the virtual machine. */
    CPU_VM,
    /** CPU of the profiler's and the probe's threads. */
    CPU_PROFILER,
    /** Heap allocated, by live and ended threads. */
    ALLOCATED,
    /** Time in collections that stop the application. */
    GC_TIME,
    GC_COUNT,
    /** Time spent compiling, as reported by the virtual machine. */
    COMPILE_TIME,
    CLASSES_LOADED,
    /** Bytes alive in the heap after a collection, as a change that may be negative; only where a rule is about it. */
    LIVE_HEAP,
    /** Objects of the service's own classes that are alive then, likewise. */
    LIVE_OBJECTS,
    /** Resident memory of the process then, likewise. */
    RESIDENT,
    /** Time in which a CPU limit held the target back. */
    CPU_THROTTLED_TIME,
    /** CPU time the hypervisor gave to other guests, summed over the host's CPUs. */
    HOST_STEAL,
    /** CPU time of the load generator's process. */
    GENERATOR_CPU;

    /** Name in a stored run. */
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
