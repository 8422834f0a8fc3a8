package dev.flamegate.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The Pyroscope agent's uploader is called {@code Thread-N} like many of the application's threads, so it is recognised
 * by its stack, which is looked at a few times for each such thread.
 */
final class ProfilerThreads {
    /**
     * The agent's package, not all of {@code io.pyroscope}, because its label wrappers are on the application's stacks.
     */
    private static final String AGENT = "io.pyroscope.javaagent.";

    private static final int LOOKS = 3;
    private static final int DEPTH = 64;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final Map<Long, Integer> looks = new HashMap<>();
    private final Map<Long, Long> profiler = new HashMap<>();

    /** CPU time of the profiler's unnamed threads so far, in nanoseconds. */
    long cpu() {
        if (!threads.isThreadCpuTimeSupported() || !threads.isThreadCpuTimeEnabled()) {
            return 0;
        }
        long[] ids = threads.getAllThreadIds();
        find(ids);
        long sum = 0;
        for (Map.Entry<Long, Long> thread : profiler.entrySet()) {
            long nanos = threads.getThreadCpuTime(thread.getKey());
            thread.setValue(Math.max(nanos, thread.getValue())); // -1 once it has ended
            sum += thread.getValue();
        }
        return sum;
    }

    private void find(long[] ids) {
        Set<Long> live = new HashSet<>();
        for (long id : ids) {
            live.add(id);
            int looked = looks.getOrDefault(id, 0);
            if (looked >= LOOKS) {
                continue;
            }
            ThreadInfo info = threads.getThreadInfo(id); // without a stack: cheap
            if (info == null || !info.getThreadName().startsWith("Thread-")) {
                looks.put(id, LOOKS);
                continue;
            }
            looks.put(id, looked + 1);
            if (isAgent(threads.getThreadInfo(id, DEPTH))) {
                looks.put(id, LOOKS);
                profiler.put(id, 0L);
            }
        }
        looks.keySet().retainAll(live);
    }

    private static boolean isAgent(@Nullable ThreadInfo info) {
        if (info != null) {
            for (StackTraceElement frame : info.getStackTrace()) {
                if (frame.getClassName().startsWith(AGENT)) {
                    return true;
                }
            }
        }
        return false;
    }
}
