package dev.flamegate.profile.format;

import dev.flamegate.profile.names.CanonicalNames;
import dev.flamegate.profile.names.MachinePools;
import java.util.Map;

/**
 * The meaning of frames' names: their canonical form and, in profiles without threads, whose stack it is. Threads of
 * the virtual machine have a distinct function at the bottom of their stack.
 */
final class FrameNames {
    /** The name of a frame that has none, as in recordings. */
    static final String UNKNOWN = "[unknown]";

    private static final Map<String, String> BOTTOMS = Map.ofEntries(
            Map.entry("CompileBroker::compiler_thread_loop", MachinePools.JIT),
            Map.entry("GangWorker::run", MachinePools.GC),
            Map.entry("AbstractGangWorker::run", MachinePools.GC),
            Map.entry("WorkerThread::run", MachinePools.GC),
            Map.entry("GCTaskThread::run", MachinePools.GC),
            Map.entry("ConcurrentGCThread::run", MachinePools.GC),
            Map.entry("VMThread::run", MachinePools.VM),
            Map.entry("WatcherThread::run", MachinePools.VM),
            Map.entry("ServiceThread::service_thread_entry", MachinePools.VM),
            Map.entry("MonitorDeflationThread::monitor_deflation_thread_entry", MachinePools.VM),
            Map.entry("NotificationThread::notification_thread_entry", MachinePools.VM));

    private FrameNames() {}

    /** Never empty. Pyroscope writes what has no class with a dot before it. */
    static String canonical(String raw) {
        String name = raw.length() > 1 && raw.charAt(0) == '.' ? raw.substring(1) : raw;
        String canonical = CanonicalNames.frame(name);
        return canonical.isEmpty() ? UNKNOWN : canonical;
    }

    /**
     * The machine pool that a canonical name identifies its stack as; empty for names that any thread may have. The
     * profiler's frames outweigh all others of a stack, of the others the outermost counts.
     */
    static String pool(String canonical) {
        if (MachinePools.isProfiler(canonical)) {
            return MachinePools.PROFILER;
        }
        return canonical.contains("::")
                ? BOTTOMS.getOrDefault(canonical.substring(canonical.lastIndexOf('.') + 1), "")
                : "";
    }

    /** The pool of a stack after one more frame, further in. */
    static String pool(String outer, String ofFrame) {
        return outer.isEmpty() || ofFrame.equals(MachinePools.PROFILER) ? ofFrame : outer;
    }
}
