package dev.flamegate.profile.names;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Threads of the virtual machine and the profiler, by the beginnings of their names: Linux cuts the names of native
 * threads after 15 characters, and they differ between versions and collectors. The profiler is known by its frames,
 * too.
 */
public final class MachinePools {
    public static final String JIT = "[jit]";
    public static final String GC = "[gc]";
    public static final String VM = "[vm]";
    public static final String PROFILER = "[profiler]";

    public static final Set<String> NAMES = Set.of(JIT, GC, VM, PROFILER);

    private static final List<Bucket> BUCKETS = List.of(
            new Bucket(JIT, Pattern.compile("(C1|C2) CompilerThre|JVMCI")),
            new Bucket(
                    GC,
                    Pattern.compile(
                            "GC Thread#|GC task thread#|Gang worker#|G1 (Conc|Refine)#|G1 Main Marker|G1 Service"
                                    + "|G1 Young RemSet|Concurrent Mark|StrDedup|StringDedup|Shenandoah|RuntimeWorker#"
                                    + "|[ZX](Worker|Driver|Director|Stat|Uncommitter|Unmapper)")),
            new Bucket(
                    VM,
                    Pattern.compile("VM Thread|VM Periodic Tas|Signal Dispatch|Service Thread|Monitor Deflati"
                            + "|Notification Th|Sweeper thread|Reference Handl|Finalizer|Common-Cleaner|Attach Listener"
                            + "|JFR |DestroyJavaVM$|java$")),
            new Bucket(
                    PROFILER,
                    Pattern.compile("Async-profiler|PyroscopeProfil|OkHttp TaskRunn|Okio Watchdog|flamegate-probe")));

    /** The Pyroscope agent with the libraries shaded into it. */
    private static final String AGENT = "io.pyroscope.";

    /** The API that the application labels its work with, which is on the stack of everything done under a label. */
    private static final String LABELS = AGENT + "labels.";

    private MachinePools() {}

    /** The bucket of a thread; empty for the application's own. */
    public static Optional<String> of(String thread) {
        return BUCKETS.stream()
                .filter(bucket -> bucket.begins.matcher(thread).lookingAt())
                .map(bucket -> bucket.name)
                .findFirst();
    }

    /**
     * True if a frame is the profiler's own code, on any thread: the agent's uploader has no distinct name.
     *
     * @param name class, or class and method, with dots
     */
    public static boolean isProfiler(String name) {
        return name.startsWith(AGENT) && !name.startsWith(LABELS);
    }

    private record Bucket(String name, Pattern begins) {}
}
