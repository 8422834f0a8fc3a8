package dev.flamegate.probe;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Bytes allocated on the heap.
 *
 * <p>From JDK 21 on, and in later updates of 17, the virtual machine itself counts them exactly, for live and ended
 * threads. Older ones only have a counter per live thread, which disappears with it. What was last seen of an ended
 * thread stays counted. Lost are what it allocated afterwards, in at most a quarter of a second, and everything from a
 * thread that started and ended between two looks.
 *
 * <p>Both are reported, as {@code threads.ended} and {@code threads.unseen} (started, but never seen), so that the gate
 * can use the heap's figure ({@link Collectors}) instead when it matters.
 */
final class Allocation {
    private final com.sun.management.@Nullable ThreadMXBean threads;
    private final @Nullable Method total;
    private final Map<Long, Long> live = new HashMap<>();
    private long endedBytes;
    private long endedThreads;
    private long seenThreads;

    Allocation(com.sun.management.@Nullable ThreadMXBean threads, @Nullable Method total) {
        this.threads = threads;
        this.total = total;
    }

    static Allocation ofThisProcess() {
        java.lang.management.ThreadMXBean bean = ManagementFactory.getThreadMXBean();
        if (!(bean instanceof com.sun.management.ThreadMXBean)) {
            return new Allocation(null, null);
        }
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) bean;
        boolean counted = threads.isThreadAllocatedMemorySupported() && threads.isThreadAllocatedMemoryEnabled();
        return counted ? new Allocation(threads, total()) : new Allocation(null, null);
    }

    private static @Nullable Method total() {
        try {
            return com.sun.management.ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    void watch() {
        if (threads == null || total != null) {
            return;
        }
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        Set<Long> present = new HashSet<>(ids.length * 2);
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) {
                present.add(ids[i]);
                if (live.put(ids[i], bytes[i]) == null) {
                    seenThreads++;
                }
            }
        }
        if (present.size() < live.size()) {
            for (Map.Entry<Long, Long> thread : live.entrySet()) {
                if (!present.contains(thread.getKey())) {
                    endedThreads++;
                    endedBytes += thread.getValue();
                }
            }
            live.keySet().retainAll(present);
        }
    }

    void read(Values values) {
        if (threads == null) {
            return;
        }
        if (total != null && readTotal(threads, total, values)) {
            return;
        }
        long started = threads.getTotalStartedThreadCount();
        watch();
        long sum = endedBytes;
        for (long bytes : live.values()) {
            sum += bytes;
        }
        values.put("alloc.exact", 0);
        values.put("alloc.bytes", sum);
        values.put("threads.ended", endedThreads);
        values.put("threads.unseen", Math.max(0, started - seenThreads));
    }

    private static boolean readTotal(com.sun.management.ThreadMXBean threads, Method total, Values values) {
        try {
            Object bytes = total.invoke(threads);
            if (bytes instanceof Long && (Long) bytes >= 0) {
                values.put("alloc.exact", 1);
                values.put("alloc.bytes", (Long) bytes);
                return true;
            }
        } catch (ReflectiveOperationException e) {
            // The method exists but does not work: allocation is not reported.
        }
        return false;
    }
}
