package dev.flamegate.probe;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** The part of the process that a native thread belongs to, by its name (which Linux cuts after 15 characters). */
enum CpuGroup {
    APPLICATION,
    JIT("C1 CompilerThre", "C2 CompilerThre", "JVMCI"),
    GC(
            "GC Thread#",
            "GC task thread#",
            "Gang worker#",
            "G1 Conc#",
            "G1 Refine#",
            "G1 Main Marker",
            "G1 Service",
            "G1 Young RemSet",
            "Concurrent Mark",
            "StrDedup",
            "StringDedup",
            "ZWorker",
            "ZDriver",
            "ZDirector",
            "ZStat",
            "ZUncommitter",
            "ZUnmapper",
            "XWorker",
            "XDriver",
            "XDirector",
            "XStat",
            "XUncommitter",
            "XUnmapper",
            "RuntimeWorker#",
            "Shenandoah"),
    VM(
            "VM Thread",
            "VM Periodic Tas",
            "Signal Dispatch",
            "Service Thread",
            "Monitor Deflati",
            "Notification Th",
            "Sweeper thread",
            "Reference Handl",
            "Finalizer",
            "Common-Cleaner",
            "Attach Listener",
            "JFR "),
    PROFILER("Async-profiler", "PyroscopeProfil", "OkHttp TaskRunn", "Okio Watchdog", "flamegate-probe");

    /** Name of the probe's own thread, 15 characters. */
    static final String PROBE_THREAD = "flamegate-probe";

    @SuppressWarnings("ImmutableEnumChecker") // an unmodifiable list; Java 8 has no type that says so
    private final List<String> prefixes;

    CpuGroup(String... prefixes) {
        this.prefixes = Collections.unmodifiableList(Arrays.asList(prefixes));
    }

    /** The group's name, as in {@code cpu.jit.ns}. */
    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    static CpuGroup of(String name) {
        for (CpuGroup group : values()) {
            for (String prefix : group.prefixes) {
                if (name.startsWith(prefix)) {
                    return group;
                }
            }
        }
        return APPLICATION;
    }
}
